import type { RewardsError, RewardsErrorDetails } from '../http/error.js'

/** The platform has accepted an event (specification 6). */
export interface Receipt {
  event_id: string
  /** The SDK's id of the event, or the host's own. The platform records an event with this consumer, name and id only once. */
  partner_event_id: string
  /** The id for `rewardStatus` (specification 4.3), if the event's data has one. `polling_id: true` in the data makes one. */
  polling_id?: string | undefined
}

/** How an event has ended: with a receipt or with an error. Every tab of the site is told, because another tab may have tracked the event. */
export interface Settled {
  id: string
  name: string
  receipt?: Receipt
  /** A `RewardsError`. From another tab it is a plain object. */
  error?: Pick<RewardsError, 'code' | 'message'> & RewardsErrorDetails
}
