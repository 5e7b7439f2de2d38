import type { RewardsError } from '../http/error.js'
import { outboxPause, requestedWait } from '../http/retry.js'
import { attempt } from './attempt.js'

/** The platform takes 100 requests a minute with one token: 20 at once and 60 a minute leave room for zones and the rest of the page. */
const PER_MINUTE = 60
const AT_ONCE = 20
/** The platform accepts ten requests a second from one person. */
const APART_MS = 120
/** A longer wait was stored under another clock. */
const LONGEST_MS = 3_600_000

/** When the next event may be sent. All tabs of the site share it, because the platform counts their requests together. */
export interface Pace {
  /** Milliseconds until the outbox may send again after a failure. `firmly`: 0 unless the platform itself has asked to wait. */
  backoffLeft(firmly?: boolean): number
  /** Milliseconds to wait before the next event, to stay below the platform's limits. */
  spacing(): number
  /** An event is being sent. */
  consume(): void
  /** An event has failed and may be sent later. Returns the number of failures in a row. */
  recordFailure(error: RewardsError): number
  /** The number of failures in a row. */
  failures(): number
  /** The platform has accepted or refused an event. */
  recordSuccess(): void
  /** Ends the wait after a failure, unless the platform has asked for it. */
  endBackoff(): void
  /** Deletes what is stored. */
  erase(): void
}

export function createPace(name: string, canStore: () => boolean, perMinute = PER_MINUTE): Pace {
  const place = `${name}:pace`
  const each = 60_000 / perMinute
  const apart = Math.min(APART_MS, each)
  let failures = 0
  /** Epoch milliseconds: of the first failure in a row; when the wait ends; when a full burst of events may be sent again. */
  let since = 0
  let until = 0
  let full = 0
  /** 1 when the platform itself has said how long to wait. */
  let asked = 0
  let last = 0

  function read() {
    const now = Date.now()
    attempt(() => {
      const kept = canStore() && JSON.parse(localStorage.getItem(place)!)
      if (kept.length > 4)
        [failures, since, until, full, asked] = kept.map((number: unknown) => Number(number) || 0) as State
    })
    if (until > now + LONGEST_MS) until = 0
    full = Math.max(Math.min(full, now + AT_ONCE * each), now)
    return now
  }
  function write() {
    if (canStore()) attempt(() => localStorage.setItem(place, JSON.stringify([failures, since, until, full, asked])))
  }

  return {
    backoffLeft(firmly) {
      const now = read()
      return firmly && !asked ? 0 : Math.max(0, until - now)
    },
    spacing() {
      const now = read()
      return Math.max(0, full - (AT_ONCE - 1) * each - now, Math.min(apart, last + apart - now))
    },
    consume() {
      last = read()
      full += each
      write()
    },
    recordFailure({ status, retryAfter }) {
      const now = read()
      const requested = requestedWait(retryAfter)
      // Events that were sent together and fail together count as one failure.
      if (until <= now || requested) {
        if (!failures++) since = now
        asked = requested ? 1 : 0
        until = now + (requested || outboxPause(status, failures, now - since))
        write()
      }
      return failures
    },
    failures() {
      read()
      return failures
    },
    recordSuccess() {
      read()
      if (!failures) return
      failures = asked = until = 0
      write()
    },
    endBackoff() {
      read()
      if (asked || !until) return
      until = 0
      write()
    },
    erase: () => attempt(() => localStorage.removeItem(place)),
  }
}

type State = [number, number, number, number, number]
