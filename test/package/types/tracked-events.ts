// Compiles: an app that declares its events. Other events may have any data.

import { createRewards, type EventData } from 'rewards-web-sdk'

declare module 'rewards-web-sdk' {
  interface TrackedEventMap {
    purchase: { cart_value: number; coupon?: string }
    page_viewed: { path?: string }
  }
  interface RewardsEventMap {
    'brand:points': CustomEvent<{ points: number }>
  }
}

const rewards = createRewards({ domain: '/rewards' })

rewards.track('purchase', { cart_value: 48 })
rewards.track('purchase', { cart_value: 48 }, { id: 'order-1' })
rewards.track('page_viewed')
rewards.track('page_viewed', { path: '/' })
rewards.track('another', { any: 'thing' })
rewards.track('other_viewed' as string)
export const data: EventData<'purchase'> = { cart_value: 1 }
rewards.addEventListener('brand:points', ({ detail }) => detail.points + 1)

// @ts-expect-error: a field has the wrong type
rewards.track('purchase', { cart_value: '48' })
// @ts-expect-error: a field is missing
rewards.track('purchase', {})
// @ts-expect-error: the data is missing
rewards.track('purchase')
// @ts-expect-error: no field of this event
rewards.track('page_viewed', { pth: '/' })
// @ts-expect-error: not the detail of this event
rewards.addEventListener('brand:points', ({ detail }) => detail.price)
