import { RewardsError } from '../error/error.js'
import type { HeldToken } from '../token/login.js'
import { isSettledBy, type Receipt, type Settled } from './settled.js'
import { originalKey, type WaitingEvent } from './waiting-event.js'

/** An event that this page has tracked, with the promise of `track()`. */
export interface Tracked {
  event: WaitingEvent
  /** It was written to the journal when it was tracked. If it is no longer there, another tab has taken it over. */
  isJournaled: boolean
  /** When it was tracked, by `performance.now()`: the clock of the device may be set meanwhile. */
  at: number
  /**
   * The token in force when the event was tracked: the page may lose its cookies before the event is sent. Later, the token when the page was left.
   */
  held?: HeldToken | undefined
  resolve(receipt: Receipt): void
  reject(error: RewardsError): void
}

/** The events that this page has tracked and that have not ended. */
export interface TrackedEvents {
  all(): Tracked[]
  events(): WaitingEvent[]
  add(tracked: Tracked[]): void
  /** Ends an event, and resolves or rejects its promise. */
  settle(settled: Settled): void
  /** Ends the events for which `isKept` returns false. Their promises reject with `logged_out`. */
  clear(isKept: (event: WaitingEvent) => boolean): void
}

interface TrackedEventsPorts {
  onReceipt(receipt: Receipt): void
  onRefusal(error: RewardsError): void
}

export function createTrackedEvents(ports: TrackedEventsPorts): TrackedEvents {
  const waiting: Tracked[] = []

  return {
    all: () => waiting,
    events: () => waiting.map(({ event }) => event),
    add: tracked => void waiting.push(...tracked),
    settle: settled => settleTracked(waiting, settled, ports),
    clear(isKept) {
      for (const { reject } of remove(waiting, event => !isKept(event))) reject(loggedOutBefore())
    },
  }
}

/** How long ago this page has tracked the event, in milliseconds. Undefined if it has not, or if the event has ended. */
export function ageOf(tracked: Tracked[], { key }: WaitingEvent): number | undefined {
  const found = tracked.find(({ event }) => originalKey(event.key) === originalKey(key))
  return found && performance.now() - found.at
}

/** Ends an event: removes it from `tracked`, and resolves or rejects its promise. */
export function settleTracked(
  tracked: Tracked[],
  settled: Settled,
  { onReceipt, onRefusal }: TrackedEventsPorts,
): void {
  const { receipt, error } = settled
  const ended = remove(tracked, event => isSettledBy(event, settled))
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
function remove(tracked: Tracked[], isEnded: (event: WaitingEvent) => boolean) {
  const ended = tracked.filter(({ event }) => isEnded(event))
  tracked.splice(0, tracked.length, ...tracked.filter(({ event }) => !isEnded(event)))
  return ended
}

/** The error of an event whose person has logged out before it was sent. */
export const loggedOutBefore = () => new RewardsError('logged_out', 'The consumer logged out before the event was sent')
