import { RewardsError } from '../error/error.js'
import type { Changes } from './journal.js'
import { trackedAt, type WaitingEvent } from './waiting-event.js'

const DAY_MS = 86_400_000
/** Waiting events may contain personal data, so they are stored for a limited time. */
const MAX_AGE_MS = 7 * DAY_MS
/** How often an open page looks for expired events. */
const CHECK_INTERVAL_MS = DAY_MS / 24

/** Where the events wait. */
interface ExpiryPorts {
  all(): Promise<WaitingEvent[]>
  change(changes: Changes): unknown
}

/**
 * Finds the events that have waited too long. The page knows the age of its own events: `ageHere` says it, by a clock that nobody can set. The
 * age of an earlier page's event depends on the clock of the device, which may be wrong. If such an event is too old, it is therefore only
 * marked, and expires when it is still too old a day later. An event from the future expires seven days after it was found.
 */
export function createExpiry({ all, change }: ExpiryPorts, ageHere: (event: WaitingEvent) => number | undefined) {
  let lastCheck = -Infinity

  /** Takes away the expired events, at most once an hour. Resolves with them. */
  return async function findExpired(): Promise<WaitingEvent[]> {
    if (performance.now() - lastCheck < CHECK_INTERVAL_MS) return []
    lastCheck = performance.now()
    const now = Date.now()
    const changes: Changes = new Map()
    const expired = (await all()).filter(event => {
      const age = ageHere(event)
      if (age !== undefined) return age > MAX_AGE_MS
      const foundLate = foundLateAt(event, now)
      if (foundLate !== event.foundLate) changes.set(event.key, [{ ...event, foundLate }])
      return foundLate !== undefined && now - foundLate >= (trackedAt(event) > now ? MAX_AGE_MS : DAY_MS)
    })
    for (const { key } of expired) changes.set(key, [])
    await change(changes)
    return expired
  }
}

/** When the event was first found to be too old, or from the future. Undefined if its age is possible. */
function foundLateAt(event: WaitingEvent, now: number): number | undefined {
  const age = now - trackedAt(event)
  if (age <= MAX_AGE_MS && age >= -DAY_MS) return undefined
  return Math.min(event.foundLate ?? now, now)
}

export const expired = () =>
  new RewardsError('timeout', 'The event could not be delivered within 7 days and was deleted')
