import type { Queryable } from '../store/database.js'
import { RestError } from './rest-error.js'

export interface Limits {
  /** Requests per minute from one IP address or with one token. */
  perMinute: number
  /** Requests per second of one identified person. */
  perSecond: number
  /** Attempts per minute to sign in with a password from one IP address, and failed ones for one account from addresses that are new to it. */
  signInsPerMinute: number
}

/** The limits of the contract (specification 8 leaves them open). */
export const defaultLimits: Limits = { perMinute: 100, perSecond: 10, signInsPerMinute: 10 }

/** The number of counted requests after which a process removes the windows that have ended. */
const SWEEP_AFTER = 1_000

/**
 * Counts requests in fixed time windows, together with the other processes that use the database. Rejects with
 * `too_many_requests` and `Retry-After` above `limit`.
 */
export function createRateLimit(db: Queryable, now: () => number) {
  let counted = 0
  return async function count(key: string, limit: number, lengthMs: number): Promise<void> {
    if (limit === Number.POSITIVE_INFINITY) return
    const time = now()
    counted += 1
    if (counted % SWEEP_AFTER === 0) await removeEnded(db, time)
    const window = await countIn(db, key, time, lengthMs)
    if (window.count <= limit) return
    const seconds = Math.ceil((window.ends_at.getTime() - time) / 1000)
    throw new RestError('too_many_requests', 'Too many requests', { headers: { 'Retry-After': String(seconds) } })
  }
}

export type RateLimit = ReturnType<typeof createRateLimit>

/** Counts a request in the current window of a key, or opens the next one. One statement, so that no request is lost. */
async function countIn(db: Queryable, key: string, time: number, lengthMs: number) {
  const [window] = await db.query<{ count: number; ends_at: Date }>(
    `insert into request_counts as old (key, count, ends_at) values ($1, 1, $3)
     on conflict (key) do update set
       count = case when old.ends_at > $2 then old.count + 1 else 1 end,
       ends_at = case when old.ends_at > $2 then old.ends_at else excluded.ends_at end
     returning count, ends_at`,
    [key, new Date(time), new Date(time + lengthMs)],
  )
  return window!
}

/** Takes one counted request of the current window of a key back. */
export async function takeBack(db: Queryable, key: string, time: number): Promise<void> {
  await db.query('update request_counts set count = count - 1 where key = $1 and count > 0 and ends_at > $2', [
    key,
    new Date(time),
  ])
}

/** Skips the windows that another process is counting in or removing, so that no two processes wait for each other. */
async function removeEnded(db: Queryable, time: number): Promise<void> {
  await db.query(
    `delete from request_counts where key in
       (select key from request_counts where ends_at <= $1 for update skip locked)`,
    [new Date(time)],
  )
}
