import type { Snippet } from 'svelte'
import type { HTMLAttributes } from 'svelte/elements'
import type { RewardsZoneProps as ElementProps, WithOwn } from '../../widgets/frameworks/zone-props.js'
import type { RewardsZoneElement } from '../../widgets/rewards-zone-element.js'
import type { RewardsZoneEventMap } from '../../widgets/zone-event-map.js'

interface OwnProps extends Omit<ElementProps, 'rewards'> {
  /** The name of the zone in the program. */
  name: string
  /** The zone has loaded. It shows its content, or nothing if it has none. */
  onload?: ((event: RewardsZoneEventMap['load']) => void) | undefined
  /** The zone could not be loaded or drawn. `event.detail` is the error. */
  onerror?: ((event: RewardsZoneEventMap['error']) => void) | undefined
  /** The visitor has seen the content. */
  onviewed?: ((event: RewardsZoneEventMap['rewards-viewed']) => void) | undefined
  /** The visitor has used the widget. `event.detail` says how. */
  onaction?: ((event: RewardsZoneEventMap['rewards-action']) => void) | undefined
  /** Shown if the content belongs to the page. */
  children?: Snippet | undefined
}

/** The attributes of `<rewards-zone>`, its events, and the attributes of every HTML element. */
export type RewardsZoneProps = WithOwn<HTMLAttributes<RewardsZoneElement>, OwnProps>
