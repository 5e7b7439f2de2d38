import type { Rewards, Theme, WidgetName } from '../../src/api.js'
import type { GivenMessages } from '../messages/messages.js'
import type { RewardsZoneEventMap } from '../zone-event-map.js'

/** What a template of a framework may set on `<rewards-zone>`: the same as its properties accept. */
export interface RewardsZoneProps {
  /** The name of the zone in the program. */
  name?: string | null | undefined
  /** Sent for targeting: an object, or its JSON. */
  data?: object | string | null | undefined
  /** The widget to use, whatever the content says. */
  widget?: WidgetName | '' | null | undefined
  /** `lazy` waits until the element is in the viewport or close to it. */
  loading?: 'eager' | 'lazy' | null | undefined
  theme?: Theme | string | null | undefined
  /** Texts that replace the widgets' own, by key. */
  messages?: GivenMessages | string | null | undefined
  /** Shows the demo of this widget, without a program and without a request. */
  demo?: WidgetName | undefined
  /** Used instead of the page's runtime. */
  rewards?: Rewards | null | undefined
}

/** The events that a template can listen to. */
type ZoneEvent = 'loadstart' | 'load' | 'error' | 'rewards-viewed' | 'rewards-action'

/** Listeners, named as a template names them: `Prefix` stands before the name of the event. */
export type RewardsZoneListeners<Prefix extends string> = {
  [Type in ZoneEvent as `${Prefix}${Type}`]?: ((event: RewardsZoneEventMap[Type]) => void) | null | undefined
}

/** `Attributes` without those that `Own` types better. */
export type WithOwn<Attributes, Own> = Omit<Attributes, keyof Own> & Own
