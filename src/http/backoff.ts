const CAP_MS = 30_000
/** Nobody waits longer than this, and beyond 24 days a timer would fire at once. */
const LONGEST_MS = 3_600_000

/**
 * How long to wait before try number `attempt` (from 1): 1, 2, 4, 8 … 30 s with full jitter, so that many tabs do not come back at
 * once. `Retry-After`, in seconds or as a date, wins.
 */
export function backoff(attempt: number, retryAfter?: string | null): number {
  const asked = retryAfter ? Number(retryAfter) * 1000 || Date.parse(retryAfter) - Date.now() : 0
  if (asked > 0) return Math.min(asked, LONGEST_MS)
  return Math.random() * Math.min(CAP_MS, 1000 * 2 ** (attempt - 1))
}
