import { RewardsError } from '../error/error.js'
import type { HeldToken } from '../token/login.js'
import type { Receipt, Settled } from './settled.js'
import type { WaitingEvent } from './waiting-event.js'

/** An event that this page has tracked and that has not ended, with the promise of `track()`. */
export interface Tracked {
  event: WaitingEvent
  /** It was written to the journal when it was tracked. If it is no longer there, another tab has taken it over. */
  isJournaled: boolean
  /** The module for delivery has taken it over. */
  isTaken?: boolean
  /** When it was tracked, by `performance.now()`: the clock of the device may be set meanwhile. */
  at: number
  /**
   * The token in force when the event was tracked: the page may lose its cookies before the event is sent. Later, the token when the page was left.
   */
  held?: HeldToken | undefined
  resolve(receipt: Receipt): void
  reject(error: RewardsError): void
}

export interface OutcomeListeners {
  onReceipt(receipt: Receipt): void
  onRefusal(error: RewardsError): void
}

/** Ends the events for which `isEnded` returns true: removes them from `tracked`, and resolves or rejects their promises. */
export function endTracked(
  tracked: Tracked[],
  isEnded: (event: WaitingEvent) => boolean,
  { receipt, error }: Pick<Settled, 'receipt' | 'error'>,
  { onReceipt, onRefusal }: OutcomeListeners,
): void {
  const ended = removeTracked(tracked, isEnded)
  if (receipt) {
    onReceipt(receipt)
    for (const { resolve } of ended) resolve(receipt)
  } else if (error) {
    // From another tab, the error comes as a plain object.
    const isLocal = error instanceof Error
    const refusal = isLocal ? (error as RewardsError) : new RewardsError(error.code, error.message, error)
    // The other tab has reported the error.
    if (isLocal || ended.length) onRefusal(refusal)
    for (const { reject } of ended) reject(refusal)
  }
}

/** Removes and returns the events for which `isEnded` returns true. */
export function removeTracked(tracked: Tracked[], isEnded: (event: WaitingEvent) => boolean): Tracked[] {
  const ended = tracked.filter(({ event }) => isEnded(event))
  tracked.splice(0, tracked.length, ...tracked.filter(({ event }) => !isEnded(event)))
  return ended
}
