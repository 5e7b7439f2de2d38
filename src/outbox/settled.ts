import type { RewardsError, RewardsErrorDetails } from '../error/error.js'
import { originalKey, type WaitingEvent } from './waiting-event.js'

/** The platform has accepted an event (specification 6). */
export interface Receipt {
  event_id: string
  /** The name of the event. */
  name: string
  /** The SDK's id of the event, or the host's own. The platform records an event with this consumer, name and id only once. */
  partner_event_id: string
  /** The id for `rewardStatus` (specification 4.3), if the event's data has one. `polling_id: true` in the data makes one. */
  polling_id?: string | undefined
}

/** How an event has ended: with a receipt or with an error. Every tab of the site is told, because another tab may have tracked the event. */
export interface Settled {
  id: string
  name: string
  /** The login for which the event has ended. Another login's event with this name and id is another event. */
  owner: string
  /** The key that the event had when it was tracked. The login of an event that was never sent may change. */
  key: string
  receipt?: Receipt
  /** A `RewardsError`. From another tab it is a plain object. */
  error?: Pick<RewardsError, 'code' | 'message'> & RewardsErrorDetails
}

export const settledAs = (
  { id, name, owner, key }: WaitingEvent,
  outcome: Pick<Settled, 'receipt' | 'error'>,
): Settled => ({
  id,
  name,
  owner,
  key: originalKey(key),
  ...outcome,
})

/** Whether the event has ended. A host may track one event several times with its own id: then all of them have. */
export const isSettledBy = (event: WaitingEvent, { id, name, owner, key }: Settled): boolean =>
  originalKey(event.key) === key || (event.id === id && event.name === name && event.owner === owner)
