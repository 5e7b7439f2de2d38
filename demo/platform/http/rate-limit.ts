import { RestError } from './rest-error.js'

export interface Limits {
  /** Requests per minute from one IP address or with one token. */
  perMinute: number
  /** Requests per second of one identified person. */
  perSecond: number
}

/** The limits of the contract (specification 8 leaves them open). */
export const defaultLimits: Limits = { perMinute: 100, perSecond: 10 }

/** The number of keys at which expired windows are removed. */
const SWEEP_AT = 10_000

interface Window {
  ends: number
  count: number
}

/** Counts requests in fixed time windows. Throws `too_many_requests` with `Retry-After` above `limit`. */
export function createRateLimit(now: () => number) {
  const windows = new Map<string, Window>()
  return function count(key: string, limit: number, lengthMs: number): void {
    const time = now()
    if (windows.size > SWEEP_AT) for (const [each, { ends }] of windows) if (ends <= time) windows.delete(each)
    const open = windows.get(key)
    const window = open && open.ends > time ? open : { ends: time + lengthMs, count: 0 }
    windows.set(key, window)
    window.count += 1
    if (window.count <= limit) return
    const seconds = Math.ceil((window.ends - time) / 1000)
    throw new RestError('too_many_requests', 'Too many requests', { headers: { 'Retry-After': String(seconds) } })
  }
}

export type RateLimit = ReturnType<typeof createRateLimit>
