import type { Queue } from './queue.js'
import { timeOf, type WaitingEvent } from './waiting-event.js'

const DAY_MS = 86_400_000
/** Waiting events may hold personal data, so they are kept for a limited time. */
const MAX_AGE_MS = 7 * DAY_MS
/** How often an open page looks for expired events. */
const CHECK_INTERVAL_MS = DAY_MS / 24

/**
 * Finds the events that have waited too long. The clock may have been set, so an event that is too old is only marked, and expires when it
 * is still too old a day later. An event from the future expires seven days after it is found.
 */
export function createExpiry(queue: Queue, isNew: (event: WaitingEvent) => boolean) {
  let last = -Infinity

  /** Resolves with the expired events, at most once an hour. `isNew`: this page has tracked the event, so its age is known. */
  return async function findExpired(): Promise<WaitingEvent[]> {
    if (performance.now() - last < CHECK_INTERVAL_MS) return []
    last = performance.now()
    const now = Date.now()
    const expired: WaitingEvent[] = []
    for (const event of await queue.all()) {
      if (isNew(event)) continue
      const foundLate = foundLateAt(event, now)
      if (foundLate !== undefined && now - foundLate >= graceOf(event, now)) expired.push(event)
      else if (foundLate !== event.foundLate) await queue.replace(event, { ...event, foundLate })
    }
    return expired
  }
}

/** When the event was first found to be too old, or to be from the future. undefined if its age is possible. */
function foundLateAt(event: WaitingEvent, now: number): number | undefined {
  const age = now - timeOf(event)
  if (age <= MAX_AGE_MS && age >= -DAY_MS) return undefined
  const { foundLate = now } = event
  return Math.min(foundLate, now)
}

const graceOf = (event: WaitingEvent, now: number) => (timeOf(event) > now ? MAX_AGE_MS : DAY_MS)
