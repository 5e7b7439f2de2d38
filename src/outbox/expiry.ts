import type { Queue } from './queue.js'
import { timeOf, type WaitingEvent } from './waiting-event.js'

const DAY_MS = 86_400_000
/** What waits may hold personal data: its life is bounded. */
const LIFE_MS = 7 * DAY_MS
/** Looked at again so often while a page is open. */
const EVERY_MS = DAY_MS / 24

/**
 * Finds the events that have waited too long. A clock may have been set: one found too old is only marked, and has come to its end when it is
 * too old by the same clock a day later; one of a clock that was ahead gets a new life from when it is found.
 */
export function createExpiry(queue: Queue, isNew: (event: WaitingEvent) => boolean) {
  let last = -Infinity

  /** Returns those that have come to their end, at most once an hour. `isNew`: this page has tracked it, and knows its age by another clock. */
  return async function findExpired(): Promise<WaitingEvent[]> {
    if (performance.now() - last < EVERY_MS) return []
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

/** Since when it is known to be too old, or to come of a clock that was ahead; nothing where its age can be. */
function foundLateAt(event: WaitingEvent, now: number): number | undefined {
  const age = now - timeOf(event)
  if (age <= LIFE_MS && age >= -DAY_MS) return undefined
  const { foundLate = now } = event
  return Math.min(foundLate, now)
}

const graceOf = (event: WaitingEvent, now: number) => (timeOf(event) > now ? LIFE_MS : DAY_MS)
