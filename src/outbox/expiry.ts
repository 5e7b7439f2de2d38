import { RewardsError } from '../error/error.js'
import type { Queue } from './queue.js'
import { trackedAt, type WaitingEvent } from './waiting-event.js'

const DAY_MS = 86_400_000
/** Waiting events may contain personal data, so they are stored for a limited time. */
const MAX_AGE_MS = 7 * DAY_MS
/** How often an open page looks for expired events. */
const CHECK_INTERVAL_MS = DAY_MS / 24

/**
 * Finds the events that have waited too long. The page knows the age of its own events: `ageHere` says it, by a clock that nobody can set. The
 * age of an earlier page's event depends on the clock of the device, which may be wrong. If such an event is too old, it is therefore only
 * marked, and expires when it is still too old a day later. An event from the future expires seven days after it was found.
 */
export function createExpiry(
  queue: Pick<Queue, 'all' | 'replace'>,
  ageHere: (event: WaitingEvent) => number | undefined,
) {
  let lastCheck = -Infinity

  /** Resolves with the expired events, at most once an hour. */
  return async function findExpired(): Promise<WaitingEvent[]> {
    if (performance.now() - lastCheck < CHECK_INTERVAL_MS) return []
    lastCheck = performance.now()
    const now = Date.now()
    const expired: WaitingEvent[] = []
    for (const event of await queue.all()) {
      const age = ageHere(event)
      if (age !== undefined) {
        if (age > MAX_AGE_MS) expired.push(event)
        continue
      }
      const foundLate = foundLateAt(event, now)
      if (foundLate !== undefined && now - foundLate >= graceOf(event, now)) expired.push(event)
      else if (foundLate !== event.foundLate) await queue.replace(event, { ...event, foundLate })
    }
    return expired
  }
}

/** When the event was first found to be too old, or from the future. Undefined if its age is possible. */
function foundLateAt(event: WaitingEvent, now: number): number | undefined {
  const age = now - trackedAt(event)
  if (age <= MAX_AGE_MS && age >= -DAY_MS) return undefined
  const { foundLate = now } = event
  return Math.min(foundLate, now)
}

const graceOf = (event: WaitingEvent, now: number) => (trackedAt(event) > now ? MAX_AGE_MS : DAY_MS)

export const expired = () =>
  new RewardsError('timeout', 'The event could not be delivered within 7 days and was deleted')
