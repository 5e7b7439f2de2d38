import { MAX_AGE_MS } from './limits.js'
import type { Queue } from './queue.js'
import type { Tracked } from './tracked-events.js'
import { originalKey, trackedAt, type WaitingEvent } from './waiting-event.js'

const DAY_MS = 86_400_000
/** A delivery looks for expired events, at most this often. */
const CHECK_INTERVAL_MS = DAY_MS / 24

/** Finds the events that have waited too long. `tracked` are those of this page. */
export function createExpiry(queue: Pick<Queue, 'all' | 'replace' | 'remove'>, tracked: Tracked[]) {
  let lastCheck = -Infinity

  /** Takes away the expired events, at most once an hour. Resolves with them. */
  return async function takeExpired(): Promise<WaitingEvent[]> {
    if (performance.now() - lastCheck < CHECK_INTERVAL_MS) return []
    lastCheck = performance.now()
    const now = Date.now()
    const expired: WaitingEvent[] = []
    for (const event of await queue.all()) {
      const own = tracked.find(each => originalKey(each.event.key) === originalKey(event.key))
      const later = laterOf(event, own, now)
      if (!later) {
        await queue.remove(event)
        expired.push(event)
      } else if (later !== event) await queue.replace(event, later)
    }
    return expired
  }
}

/**
 * An event that waits, or undefined if it has waited too long. `own` is the event if this page has tracked it: its age is known by a clock that nobody
 * can set. The age of another page's event depends on the clock of the device, which may be wrong. If such an event is too old, it is
 * therefore only marked, and expires when it is still too old a day later. An event from the future expires seven days after it was found.
 */
export function laterOf(event: WaitingEvent, own: Tracked | undefined, now: number): WaitingEvent | undefined {
  if (own) return performance.now() - own.at > MAX_AGE_MS ? undefined : event
  const foundLate = foundLateAt(event, now)
  if (foundLate !== undefined && now - foundLate >= (trackedAt(event) > now ? MAX_AGE_MS : DAY_MS)) return undefined
  return foundLate === event.foundLate ? event : { ...event, foundLate }
}

/** When the event was first found to be too old, or from the future. Undefined if its age is possible. */
function foundLateAt(event: WaitingEvent, now: number): number | undefined {
  const age = now - trackedAt(event)
  if (age <= MAX_AGE_MS && age >= -DAY_MS) return undefined
  return Math.min(event.foundLate ?? now, now)
}
