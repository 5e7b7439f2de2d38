// Types of <rewards-zone> for JSX of Preact.

import type { HTMLAttributes } from 'preact'
import type { RewardsZoneElement } from '../rewards-zone-element.js'
import type { RewardsZoneListeners, RewardsZoneProps, WithOwn } from './zone-props.js'

/** The props of `<rewards-zone>`. */
export type RewardsZoneJsx = WithOwn<HTMLAttributes<RewardsZoneElement>, RewardsZoneProps & RewardsZoneListeners<'on'>>

declare module 'preact' {
  namespace JSX {
    interface IntrinsicElements {
      'rewards-zone': RewardsZoneJsx
    }
  }
}
