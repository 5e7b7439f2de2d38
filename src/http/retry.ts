import { isPageHidden } from '../base/safe-document.js'
import type { RewardsError } from '../error/error.js'

// Decides which errors may be retried, how often and after which waits, for the whole SDK. The build copies the numbers to where they are used.

/** The longest wait between two attempts, unless the platform asks for a longer one. */
const LONGEST_BACKOFF_MS = 30_000
/** The longest `Retry-After` that the SDK follows. A timer of more than 24 days would fire at once. */
const LONGEST_REQUESTED_MS = 3_600_000

/** The platform can be reached, but cannot accept the call now. */
export const isOverloaded = (status: number): boolean => status === 429 || status >= 500

/** The token is dead. The code decides, not the status: a valid token may be denied access (specification 7). */
export const isDeadToken = ({ code, status }: RewardsError): boolean =>
  /^(expired|invalid|missing)_access_token$/.test(code) || (code === 'method_unauthorized' && status === 401)

/** A proof of the consumer's identity can make the next attempt succeed. */
export const needsProof = ({ code }: RewardsError): boolean => code === 'scopes_denied'

/** The statuses of refusals that concern the program or its deployment, not the call: they pass when somebody mends it. */
const PASSING_STATUSES = [402, 404, 405, 421]

/**
 * After these errors, an event stays in the outbox: only a refusal of the event by the platform ends it. A token that died twice in a row and a
 * logout do not concern the event.
 */
export const isEventRetryable = (error: RewardsError): boolean =>
  error.retryable ||
  Boolean(error.hasUnknownCode) ||
  isDeadToken(error) ||
  error.code === 'logged_out' ||
  PASSING_STATUSES.includes(error.status)

/** No token can be had now. The call itself is not at fault, and may be tried again. */
export function throwRetryable(error: RewardsError): never {
  throw Object.assign(error, { retryable: true, hasUnknownCode: false })
}

/** The browser has kept the call from the platform, which can be reached. */
export const isBlocked = ({ code }: RewardsError): boolean => /^(origin_not_allowed|request_blocked)$/.test(code)

/** The platform may have carried out the call: nothing has answered it, or something else in the platform's place. */
export const isAnswerLost = ({ code, status }: RewardsError): boolean => !status || code === 'network_error'

/** How often a resource call is tried. A person is waiting for the answer. */
const CALL_ATTEMPTS = 3
/** A resource call waits at most this long until it may be sent. Otherwise it fails, and its error says when to try again. */
export const CALL_PATIENCE_MS = 30_000

/**
 * Whether a resource call may be tried again after attempt number `attempt` (from 1). After 429, the platform has done nothing. After 5xx,
 * it may have changed data, so only reads are repeated.
 */
export const isCallRetryable = ({ status }: RewardsError, attempt: number, isRead: boolean): boolean =>
  attempt < CALL_ATTEMPTS && (isRead ? isOverloaded(status) : status === 429)

/**
 * After a renewed token is refused as well, no token is renewed for this long: each renewal would make another consumer, and the platform
 * would refuse each of them.
 */
export const RENEWAL_PAUSE_MS = 60_000

/** The first wait before the module that delivers events is loaded again, and how much longer each further wait is. */
export const RELOAD_MS = 10_000
export const RELOAD_GROWTH = 2

/** While events fail, every fourth attempt is made with another event. If the first event is an identifying one, only from the twelfth attempt on. */
export const FAILURES_PER_ROUND = 4
export const FAILURES_OF_IDENTIFYING = 11

/** The waits of an event that fails while others pass, or whose person is absent. */
export const POSTPONED_FIRST_MS = 30_000
export const POSTPONED_LONGEST_MS = 3_600_000

/** An unknown code may be a temporary error. The event is sent five times at most (contract 1); the last two times after a wait. */
export const ATTEMPTS_AT_UNKNOWN = 5
export const BEFORE_FOURTH_MS = 10_000
export const BEFORE_FIFTH_MS = 7_200_000

/** How often the page asks whether a verification email is sent: after 1, 2, 4, 8 and 16 s. */
export const SENDING_LOOKS = 5

/**
 * How often, and after which waits, the page looks whether a verification email was answered. Nobody opens an email sooner, and nobody should wait longer
 * to see that the page knows. These looks take about ten minutes while the page is visible. Later the person has probably left the page, and
 * each return begins a look.
 */
export const ANSWER_LOOKS = 22
export const ANSWER_FIRST_MS = 3_000
export const ANSWER_LONGEST_MS = 30_000

/**
 * How long to wait after attempt number `attempt` (from 1): up to 1, 2, 4, 8 … 30 s. The wait is random, so that many tabs do not try again
 * at the same time. `Retry-After` takes precedence.
 */
export const backoff = (attempt: number, retryAfter?: string | null): number =>
  requestedWait(retryAfter) || Math.random() * doubledWait(attempt)

/** How long to wait after attempt number `attempt` (from 1): 1, 2, 4 … 30 s. With `first` and `longest`, in milliseconds: doubles from one to the other. */
export const doubledWait = (attempt: number, first = 1000, longest: number = LONGEST_BACKOFF_MS): number =>
  Math.min(longest, first * 2 ** (attempt - 1))

/**
 * The wait that `Retry-After` asks for, in milliseconds. 0 if it asks for none: the header is missing, is `0`, is a date in the past, or is
 * neither a number of seconds nor a date. Then the caller's own schedule applies.
 */
export function requestedWait(retryAfter: string | null | undefined): number {
  if (!retryAfter) return 0
  const wait = /^\d+$/.test(retryAfter) ? Number(retryAfter) * 1000 : Date.parse(retryAfter) - Date.now()
  return wait > 0 ? Math.min(wait, LONGEST_REQUESTED_MS) : 0
}

/** On a visible page, waiting events are sent within 15 seconds after the platform has recovered. */
const VISIBLE_PAUSE_MS = 12_000
/** In the first 30 seconds of an outage, there are at most this many attempts, however short the random waits are. */
const OUTAGE_ATTEMPTS = 6
const OUTAGE_MS = 30_000
/** The wait while the browser is offline. Its `online` event ends the wait early, but some browsers are wrong about being offline. */
const OFFLINE_MS = 300_000

/** How long the outbox waits after `failures` failures in a row, the first of which was `elapsed` milliseconds ago. */
export function outboxPause(status: number, failures: number, elapsed: number): number {
  if (!status && globalThis.navigator?.onLine === false) return OFFLINE_MS
  // A hidden tab can wait longer: nobody is looking at it.
  if (isPageHidden()) return backoff(failures + 2)
  const rest = failures < OUTAGE_ATTEMPTS ? 0 : OUTAGE_MS - Math.max(elapsed, 0)
  return Math.max(Math.min(backoff(failures), VISIBLE_PAUSE_MS), rest)
}
