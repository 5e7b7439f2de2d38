// Types of <rewards-zone> for templates of Svelte 4 and 5.

import type { HTMLAttributes } from 'svelte/elements'
import type { RewardsZoneElement } from '../rewards-zone-element.js'
import type { RewardsZoneListeners, RewardsZoneProps, WithOwn } from './zone-props.js'

/** Svelte 5 listens with `onrewards-action`, Svelte 4 with `on:rewards-action`. */
type Own = RewardsZoneProps & RewardsZoneListeners<'on'> & RewardsZoneListeners<'on:'>

/** The attributes and listeners of `<rewards-zone>`. */
export type RewardsZoneAttributes = WithOwn<HTMLAttributes<RewardsZoneElement>, Own>

declare module 'svelte/elements' {
  interface SvelteHTMLElements {
    'rewards-zone': RewardsZoneAttributes
  }
}
