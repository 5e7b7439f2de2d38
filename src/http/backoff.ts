const CAP_MS = 30_000
/** Nobody waits longer than this, and beyond 24 days a timer would fire at once. */
const LONGEST_MS = 3_600_000

/**
 * How long to wait before try number `attempt` (from 1): 1, 2, 4, 8 … 30 s with full jitter, so that many tabs do not come back at
 * once. `Retry-After` wins.
 */
export function backoff(attempt: number, retryAfter?: string | null): number {
  return requestedWait(retryAfter) || Math.random() * Math.min(CAP_MS, 1000 * 2 ** (attempt - 1))
}

/**
 * The wait that `Retry-After` asks for, in milliseconds. 0 where it asks for none: a header that is missing, is `0`, names a date in the
 * past or is neither a number of seconds nor a date leaves the wait to the caller's own schedule.
 */
export function requestedWait(retryAfter: string | null | undefined): number {
  if (!retryAfter) return 0
  const wait = /^\d+$/.test(retryAfter) ? Number(retryAfter) * 1000 : Date.parse(retryAfter) - Date.now()
  return wait > 0 ? Math.min(wait, LONGEST_MS) : 0
}
