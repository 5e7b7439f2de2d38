import type { RewardsError } from '../http/error.js'
import { isDeadToken, isOverloaded } from '../http/retry.js'
import { isPostponed, keyBehind, type WaitingEvent } from './waiting-event.js'

// One event can fail each time while the platform takes all others: a firewall dislikes its text, or a rule of the program breaks on it.
// After some failures in a row one behind it is tried in its place. If that passes, and the first then fails once more, the fault is the
// event's own: it goes behind the others, and is tried again at growing distance. While nothing passes it is an outage, and the order stays.
//
// An event that names somebody is given more time, for those behind it are about the person it names. If it goes behind the others all the
// same, they are recorded as the consumer's who was there before, and it keeps that consumer's token for its own later tries.

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** The distance of the next try doubles from the first to the longest. */
const FIRST_DISTANCE_MS = MINUTE_MS / 2
const LONGEST_DISTANCE_MS = HOUR_MS
/** An event is given up no sooner, and after no fewer failures while the platform took others. */
const GIVEN_UP_MS = 6 * HOUR_MS
const GIVEN_UP_FAULTS = 8

/** After every fourth failure in a row an event behind the first is tried in its place; where the first names somebody, from the twelfth on. */
const FAILURES_A_ROUND = 4
const FAILURES_OF_NAMING = 11

/** An answer with a text that is no known code may pass, or may not: five tries at most (contract 1), the last two at a distance. */
const TRIES_OF_UNKNOWN = 5
const DISTANCES_OF_UNKNOWN_MS: Record<number, number> = { 3: 10_000, 4: 2 * HOUR_MS }

/** The platform takes ten a second of one person; one more may be on its way. */
const MOST_SIDE_BY_SIDE = 9

/** Whether the event's data names somebody: those behind it are about that person. */
export const isIdentifying = ({ data }: WaitingEvent): boolean => Boolean(data.email || data.partner_user_id)

/** Whether one behind the first is to be tried after so many failures in a row. */
export const isProbeDue = (failures: number, first: WaitingEvent): boolean =>
  failures % FAILURES_A_ROUND === FAILURES_A_ROUND - 1 && (failures >= FAILURES_OF_NAMING || !isIdentifying(first))

/**
 * The event to try in the place of the first, another one each round. None is tried before one that names somebody; that one only where
 * there is no other, and not in the first round.
 */
export function chooseProbe([, ...behind]: WaitingEvent[], failures: number): WaitingEvent | undefined {
  const naming = behind.findIndex(isIdentifying)
  const candidates = naming < 0 ? behind : behind.slice(0, naming)
  const round = Math.floor(failures / FAILURES_A_ROUND)
  return candidates.length ? candidates[round % candidates.length] : round ? behind[naming] : undefined
}

/** The first events that can be sent side by side: up to one that names somebody, or that one alone. */
export function chooseSideBySide(events: WaitingEvent[]): WaitingEvent[] {
  const naming = events.findIndex(isIdentifying)
  return events.slice(0, naming < 0 ? MOST_SIDE_BY_SIDE : Math.min(naming || 1, MOST_SIDE_BY_SIDE))
}

/** The event behind the others, after a failure. `isItsOwnFault`: the platform took others meanwhile. */
function postpone(event: WaitingEvent, isItsOwnFault: boolean, wait?: number): WaitingEvent {
  const now = Date.now()
  const before = event.postponed ?? { failures: 0, faults: 0, since: now }
  const failures = before.failures + 1
  const until = now + (wait ?? Math.min(FIRST_DISTANCE_MS * 2 ** before.failures, LONGEST_DISTANCE_MS))
  const faults = before.faults + Number(isItsOwnFault)
  return { ...event, key: keyBehind(event.key), postponed: { failures, faults, since: before.since, until } }
}

/** The event behind the others, to be looked at again in each round: its person is not here now. */
export const setAside = (event: WaitingEvent): WaitingEvent => ({
  ...event,
  key: keyBehind(event.key),
  postponed: { failures: 0, faults: 0, since: Date.now(), until: 0 },
})

/** How long a postponed event is not to be tried. A wait beyond the longest comes of a clock that was set. */
export function distanceTo({ postponed }: WaitingEvent): number {
  const distance = (postponed?.until ?? 0) - Date.now()
  return distance > 0 && distance <= Math.max(LONGEST_DISTANCE_MS, DISTANCES_OF_UNKNOWN_MS[4]!) ? distance : 0
}

/**
 * What becomes of an event that has failed and may pass later: the event as it waits on, or nothing where it is given up. `isItsOwnFault`: the
 * platform took others meanwhile.
 */
export function afterFailure(
  event: WaitingEvent,
  error: RewardsError,
  isItsOwnFault: boolean,
): WaitingEvent | undefined {
  if (isUnknownText(error)) {
    const unknownAnswers = (event.unknownAnswers ?? 0) + 1
    if (unknownAnswers >= TRIES_OF_UNKNOWN) return undefined
    const next = { ...event, unknownAnswers }
    const distance = DISTANCES_OF_UNKNOWN_MS[unknownAnswers]
    return distance ? postpone(next, isItsOwnFault, distance) : next
  }
  if (!isItsOwnFault && !isPostponed(event)) return event
  const next = postpone(event, isItsOwnFault)
  const { faults, since } = next.postponed!
  return isAnswered(error) || faults < GIVEN_UP_FAULTS || Date.now() - since < GIVEN_UP_MS ? next : undefined
}

/** A web-friendly call's own text: the status stays 200 where it is no known code. */
const isUnknownText = ({ status }: RewardsError) => status === 200

/** The platform is up, and says that it cannot take the event now: that is never a reason to drop it. */
const isAnswered = (error: RewardsError) => isOverloaded(error.status) || isDeadToken(error)
