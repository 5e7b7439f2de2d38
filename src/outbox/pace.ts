import { readRecord, removeRecord, writeRecord } from '../base/local-storage.js'
import type { RewardsError } from '../error/error.js'
import { outboxPause, requestedWait } from '../http/retry.js'
import { createSteadyClock } from './steady-clock.js'

/** The platform accepts 100 requests a minute with one token. 20 at once and 60 a minute leave room for the rest of the page. */
const PER_MINUTE = 60
const BURST = 20
/** The platform accepts ten requests a second from one person. */
const MIN_INTERVAL_MS = 120
/** The longest wait. Another script may store a longer one. */
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
  // The number is the version of the format.
  const key = `${name}:pace|1`
  const interval = 60_000 / perMinute
  const minInterval = Math.min(MIN_INTERVAL_MS, interval)
  const clock = createSteadyClock()
  let failures = 0
  /** By `clock`: of the first failure in a row; of the end of the wait; from when a whole burst may be sent again. */
  let failingSince = 0
  let waitUntil = 0
  let burstAt = 0
  /** 1 if the platform itself has asked for the wait. */
  let isRequested = 0
  let lastSent = 0
  /** The stored state that this page has written or read last. */
  let known: string | undefined

  /** Reads what another page has stored since the last call. Returns the time. */
  function read() {
    const stored = canStore() && readRecord(key)
    const text = JSON.stringify(stored)
    const now = clock()
    if (text !== known && isState(stored)) {
      known = text
      adopt(stored, now)
    }
    burstAt = Math.max(Math.min(burstAt, now + BURST * interval), now)
    return now
  }
  function adopt([storedAt, count, failing, wait, burst, requested]: State, now: number) {
    const passed = Date.now() - storedAt
    // A state from the future was stored under another clock: nobody knows how much of its waits has passed.
    if (passed < 0) return
    failures = count
    failingSince = now - passed - failing
    waitUntil = now - passed + Math.min(wait, LONGEST_MS)
    burstAt = now - passed + burst
    isRequested = requested
  }
  function write() {
    const now = clock()
    const state: State = [Date.now(), failures, now - failingSince, waitUntil - now, burstAt - now, isRequested]
    known = JSON.stringify(state)
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

/**
 * As it is stored. The times are relative, because the clock of the device may be set: when it was stored, in epoch milliseconds; `failures`; for
 * how long they have lasted; the milliseconds to `waitUntil` and to `burstAt`; `isRequested`.
 */
type State = [number, number, number, number, number, number]

const isState = (stored: unknown): stored is State =>
  Array.isArray(stored) && stored.length > 5 && stored.every(Number.isFinite)
