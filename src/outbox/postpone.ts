import type { RewardsError } from '../error/error.js'
import {
  ATTEMPTS_AT_UNKNOWN,
  BEFORE_FIFTH_MS,
  BEFORE_FOURTH_MS,
  doubledWait,
  FAILURES_OF_IDENTIFYING,
  FAILURES_PER_ROUND,
  POSTPONED_FIRST_MS,
  POSTPONED_LONGEST_MS,
} from '../http/retry.js'
import { isIdentifying, isPostponed, postponedKey, type WaitingEvent } from './waiting-event.js'

// An event can fail each time although the platform accepts all others: a firewall rejects its text, or a rule of the program fails on it.
// After several failures in a row, an event behind it is tried instead: the probe. If the probe passes, and the first event then fails
// again, the first event itself is at fault. It moves behind the others, and is tried again after growing delays. If no event passes,
// the platform is down, and the order stays.
//
// An identifying event gets more time, because the events behind it are about the person whom it identifies. If it moves behind them
// all the same, they are recorded for the earlier consumer, and its own later attempts use the token of that consumer.

/** The delay after so many unknown answers. */
const UNKNOWN_DELAYS_MS: Record<number, number> = { 3: BEFORE_FOURTH_MS, 4: BEFORE_FIFTH_MS }

/** The platform accepts ten requests a second from one person. One more request may be under way. */
const MOST_WHEN_LEAVING = 9

/** Whether a probe is due after so many failures in a row. */
export const isProbeDue = (failures: number, first: WaitingEvent): boolean =>
  failures % FAILURES_PER_ROUND === FAILURES_PER_ROUND - 1 &&
  (failures >= FAILURES_OF_IDENTIFYING || !isIdentifying(first))

/**
 * Chooses the probe: another event each round, up to the next identifying event. The identifying event itself is chosen only if there is no
 * other, and not in the first round.
 */
export function chooseProbe([, ...behind]: WaitingEvent[], failures: number): WaitingEvent | undefined {
  const identifying = behind.findIndex(isIdentifying)
  const candidates = identifying < 0 ? behind : behind.slice(0, identifying)
  const round = Math.floor(failures / FAILURES_PER_ROUND)
  return candidates.length ? candidates[round % candidates.length] : round ? behind[identifying] : undefined
}

/** Chooses the events that a page sends at once when it is left: those before the first identifying event, or that event alone. */
export function chooseForLeaving(events: WaitingEvent[]): WaitingEvent[] {
  const identifying = events.findIndex(isIdentifying)
  return events.slice(0, identifying < 0 ? MOST_WHEN_LEAVING : Math.min(identifying || 1, MOST_WHEN_LEAVING))
}

/** Moves an event behind the others, to be tried in each round: the person who caused it is absent. */
export const postponeUntilReturn = (event: WaitingEvent, now: number): WaitingEvent => ({
  ...event,
  key: postponedKey(event.key),
  postponed: { failures: 0, at: now, delay: 0 },
})

/** How long a postponed event must wait, in milliseconds. A failure in the future was stored under another clock: 0. */
export function delayLeft({ postponed }: WaitingEvent, now: number): number {
  const { at = now, delay = 0 } = postponed ?? {}
  return at <= now ? Math.max(0, at + delay - now) : 0
}

/**
 * Decides about an event that has failed and may be sent again: returns the event as it waits from now on, or undefined to give it up after the
 * last attempt at an unknown code. `isItsOwnFault`: the platform has accepted other events meanwhile.
 */
export function afterFailure(
  event: WaitingEvent,
  error: RewardsError,
  isItsOwnFault: boolean,
  now: number,
): WaitingEvent | undefined {
  if (error.hasUnknownCode) {
    const unknownAnswers = (event.unknownAnswers ?? 0) + 1
    if (unknownAnswers >= ATTEMPTS_AT_UNKNOWN) return undefined
    const next = { ...event, unknownAnswers }
    const delay = UNKNOWN_DELAYS_MS[unknownAnswers]
    return delay ? postpone(next, now, delay) : next
  }
  return isItsOwnFault || isPostponed(event) ? postpone(event, now) : event
}

/** Moves an event that has failed behind the others. */
function postpone(event: WaitingEvent, now: number, ownDelay?: number): WaitingEvent {
  const { failures = 0 } = event.postponed ?? {}
  const delay = ownDelay ?? doubledWait(failures + 1, POSTPONED_FIRST_MS, POSTPONED_LONGEST_MS)
  return { ...event, key: postponedKey(event.key), postponed: { failures: failures + 1, at: now, delay } }
}
