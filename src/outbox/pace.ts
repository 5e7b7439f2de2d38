import type { RewardsError } from '../http/error.js'
import { outboxPause, requestedWait } from '../http/retry.js'
import { readRecord, removeRecord, writeRecord } from '../local-storage.js'

/** The platform accepts 100 requests a minute with one token. 20 at once and 60 a minute leave room for the rest of the page. */
const PER_MINUTE = 60
const BURST = 20
/** The platform accepts ten requests a second from one person. */
const MIN_INTERVAL_MS = 120
/** A stored wait that is longer was stored under another clock. */
const LONGEST_MS = 3_600_000

/** Decides when the next event may be sent. All tabs of the site share the state, because the platform counts their requests together. */
export interface Pace {
  /** Milliseconds until the outbox may send again after a failure. `onlyRequested`: 0 unless the platform itself has asked for the wait. */
  backoffLeft(onlyRequested?: boolean): number
  /** Milliseconds to wait before the next event, to stay below the platform's limits. */
  spacing(): number
  /** An event is being sent. */
  consume(): void
  /** An event has failed and may be sent again. Returns the number of failures in a row. */
  recordFailure(error: RewardsError): number
  /** The number of failures in a row. */
  failures(): number
  /** The platform has accepted or refused an event. */
  recordSuccess(): void
  /** Ends the wait after a failure, unless the platform has asked for it. */
  endBackoff(): void
  /** Deletes the stored state. */
  erase(): void
}

export function createPace(name: string, canStore: () => boolean, perMinute = PER_MINUTE): Pace {
  const key = `${name}:pace`
  const interval = 60_000 / perMinute
  const minInterval = Math.min(MIN_INTERVAL_MS, interval)
  let failures = 0
  /** Epoch milliseconds: of the first failure in a row; of the end of the wait; from when a whole burst may be sent again. */
  let failingSince = 0
  let waitUntil = 0
  let burstAt = 0
  /** 1 if the platform itself has asked for the wait. */
  let isRequested = 0
  let lastSent = 0

  function read() {
    const now = Date.now()
    const stored = canStore() && readRecord(key)
    if (isState(stored)) [failures, failingSince, waitUntil, burstAt, isRequested] = stored
    if (waitUntil > now + LONGEST_MS) waitUntil = 0
    burstAt = Math.max(Math.min(burstAt, now + BURST * interval), now)
    return now
  }
  function write() {
    const state: State = [failures, failingSince, waitUntil, burstAt, isRequested]
    if (canStore()) writeRecord(key, state)
  }

  return {
    backoffLeft(onlyRequested) {
      const now = read()
      return onlyRequested && !isRequested ? 0 : Math.max(0, waitUntil - now)
    },
    spacing() {
      const now = read()
      return Math.max(0, burstAt - (BURST - 1) * interval - now, Math.min(minInterval, lastSent + minInterval - now))
    },
    consume() {
      lastSent = read()
      burstAt += interval
      write()
    },
    recordFailure({ status, retryAfter }) {
      const now = read()
      const requested = requestedWait(retryAfter)
      // Events that were sent together and fail together count as one failure.
      if (waitUntil <= now || requested) {
        if (!failures++) failingSince = now
        isRequested = requested ? 1 : 0
        waitUntil = now + (requested || outboxPause(status, failures, now - failingSince))
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
      failures = isRequested = waitUntil = 0
      write()
    },
    endBackoff() {
      read()
      if (isRequested || !waitUntil) return
      waitUntil = 0
      write()
    },
    erase: () => removeRecord(key),
  }
}

/** As it is stored: `failures`, `failingSince`, `waitUntil`, `burstAt`, `isRequested`. */
type State = [number, number, number, number, number]

const isState = (stored: unknown): stored is State =>
  Array.isArray(stored) && stored.length > 4 && stored.every(Number.isFinite)
