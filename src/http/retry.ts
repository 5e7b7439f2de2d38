import { safeDocument } from '../safe-document.js'
import type { RewardsError } from './error.js'

// Which errors may be retried, and when. Every part of the SDK that tries something again asks here. An event that fails while others pass
// is the one exception: `outbox/postpone.ts` decides about it, because its schedule depends on the other events.

/** The longest wait between two attempts, unless the platform asks for a longer one. */
const LONGEST_BACKOFF_MS = 30_000
/** The longest `Retry-After` that is followed. Beyond 24 days a timer would fire at once. */
const LONGEST_REQUESTED_MS = 3_600_000

/** The platform is up and says that it cannot take the call now. */
export const isOverloaded = (status: number): boolean => status === 429 || status >= 500

/** The token itself is dead. By code and never by status alone: access may be denied to a valid token (specification 7). */
export const isDeadToken = ({ code, status }: RewardsError): boolean =>
  /^(expired|invalid|missing)_access_token$/.test(code) || (code === 'method_unauthorized' && status === 401)

/** A proof of the consumer's identity can make the next attempt succeed. */
export const needsProof = ({ code }: RewardsError): boolean => code === 'scopes_denied'

/**
 * An event stays in the outbox after these errors: only the platform's own refusal ends an event. A token that died twice in a row and a
 * logout do not concern the event itself; an answer without a code of the platform's may come from a firewall.
 */
export const isEventRetryable = (error: RewardsError): boolean =>
  error.retryable || isDeadToken(error) || error.code === 'logged_out' || error.code === 'invalid_response'

/** How often a resource call is tried. A person waits for it. */
const CALL_ATTEMPTS = 3
/** A resource call waits at most this long for the platform. Then it fails, and its error says when to try again. */
export const CALL_PATIENCE_MS = 30_000

/** Whether attempt number `attempt` (from 1) at a resource call may be followed by another: 429 did nothing, 5xx may have changed data. */
export const isCallRetryable = ({ status }: RewardsError, attempt: number, isRead: boolean): boolean =>
  attempt < CALL_ATTEMPTS && (isRead ? isOverloaded(status) : status === 429)

/**
 * After a renewed token is refused as well, no token is renewed for this long: each renewal would make another consumer, and the platform
 * would refuse each of them.
 */
export const RENEWAL_PAUSE_MS = 60_000

/** The first wait before the module that delivers events is loaded again. Each further wait is twice as long. */
export const RELOAD_MS = 10_000

/**
 * How long to wait before attempt number `attempt` (from 1): 1, 2, 4, 8 … 30 s with full jitter, so that many tabs do not come back at
 * once. `Retry-After` wins.
 */
export const backoff = (attempt: number, retryAfter?: string | null): number =>
  requestedWait(retryAfter) || Math.random() * exponential(attempt)

/** How long to wait before question number `attempt` (from 1) of a poll: 1, 2, 4 … 30 s. One page asks, so there is no jitter. */
export const pollPause = (attempt: number): number => exponential(attempt)

const exponential = (attempt: number) => Math.min(LONGEST_BACKOFF_MS, 1000 * 2 ** (attempt - 1))

/**
 * The wait that `Retry-After` asks for, in milliseconds. 0 where it asks for none: a header that is missing, is `0`, names a date in the
 * past or is neither a number of seconds nor a date leaves the wait to the caller's own schedule.
 */
export function requestedWait(retryAfter: string | null | undefined): number {
  if (!retryAfter) return 0
  const wait = /^\d+$/.test(retryAfter) ? Number(retryAfter) * 1000 : Date.parse(retryAfter) - Date.now()
  return wait > 0 ? Math.min(wait, LONGEST_REQUESTED_MS) : 0
}

/** While a person looks at the page, waiting events are sent within a quarter of a minute of the platform's recovery. */
const VISIBLE_PAUSE_MS = 12_000
/** However short the random waits are, there are at most this many attempts in the first half minute of an outage. */
const OUTAGE_ATTEMPTS = 6
const OUTAGE_MS = 30_000
/** While the browser is offline, its `online` event ends the wait. Some browsers report offline wrongly. */
const OFFLINE_MS = 300_000

/** How long the outbox waits after `failures` failures in a row, the first of which was `elapsed` milliseconds ago. */
export function outboxPause(status: number, failures: number, elapsed: number): number {
  if (!status && globalThis.navigator?.onLine === false) return OFFLINE_MS
  // Nobody looks at a hidden tab: it waits longer.
  if (globalThis.document && safeDocument().hidden) return backoff(failures + 2)
  const rest = failures < OUTAGE_ATTEMPTS ? 0 : OUTAGE_MS - Math.max(elapsed, 0)
  return Math.max(Math.min(backoff(failures), VISIBLE_PAUSE_MS), rest)
}
