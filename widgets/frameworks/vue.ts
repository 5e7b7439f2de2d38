// Types of <rewards-zone> for templates and JSX of Vue 3.

import type { HTMLAttributes, PublicProps } from 'vue'
import type { RewardsZoneEventMap } from '../zone-event-map.js'
import type { RewardsZoneProps, WithOwn } from './zone-props.js'

/** `@rewards-action` in a template is `onRewardsAction` here. */
interface RewardsZoneListeners {
  onLoadstart?: ((event: RewardsZoneEventMap['loadstart']) => void) | undefined
  onLoad?: ((event: RewardsZoneEventMap['load']) => void) | undefined
  onError?: ((event: RewardsZoneEventMap['error']) => void) | undefined
  onRewardsViewed?: ((event: RewardsZoneEventMap['rewards-viewed']) => void) | undefined
  onRewardsAction?: ((event: RewardsZoneEventMap['rewards-action']) => void) | undefined
}

/** The attributes and listeners of `<rewards-zone>`. */
export type RewardsZoneAttributes = WithOwn<HTMLAttributes, RewardsZoneProps & RewardsZoneListeners>

declare module 'vue' {
  interface GlobalComponents {
    'rewards-zone': new () => { $props: RewardsZoneAttributes & PublicProps }
  }
  interface IntrinsicElementAttributes {
    'rewards-zone': RewardsZoneAttributes
  }
}
