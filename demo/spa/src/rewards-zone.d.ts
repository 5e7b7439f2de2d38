import type { DetailedHTMLProps, HTMLAttributes } from 'react'
import type { RewardsZoneElement } from 'rewards-web-sdk/widgets'

type Props = Partial<Pick<RewardsZoneElement, 'name' | 'data' | 'widget' | 'loading' | 'theme'>>

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'rewards-zone': DetailedHTMLProps<HTMLAttributes<RewardsZoneElement>, RewardsZoneElement> & Props
    }
  }
}
