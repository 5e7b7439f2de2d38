// Types of <rewards-zone> for JSX of React 18 and 19.

import type { DetailedHTMLProps, HTMLAttributes } from 'react'
import type { RewardsZoneElement } from '../rewards-zone-element.js'
import type { RewardsZoneListeners, RewardsZoneProps, WithOwn } from './zone-props.js'

/** The props of `<rewards-zone>`. React 18 sets only attributes, and no listeners: use JSON and a ref there. */
export type RewardsZoneJsx = WithOwn<
  DetailedHTMLProps<HTMLAttributes<RewardsZoneElement>, RewardsZoneElement>,
  RewardsZoneProps & RewardsZoneListeners<'on'>
>

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'rewards-zone': RewardsZoneJsx
    }
  }
}

declare global {
  // `@types/react` before 18.2.6 has no other.
  namespace JSX {
    interface IntrinsicElements {
      'rewards-zone': RewardsZoneJsx
    }
  }
}
