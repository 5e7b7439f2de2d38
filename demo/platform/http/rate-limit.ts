import type { Queryable } from '../store/database.js'
import { prepared } from '../store/prepared.js'
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

/**
 * Counts requests in fixed time windows, together with the other processes that use the database. Rejects with
 * `too_many_requests` and `Retry-After` above `limit`.
 */
export function createRateLimit(db: Queryable, now: () => number) {
  return async function count(first: RateWindow, second?: RateWindow): Promise<void> {
    const windows = (second ? [first, second] : [first]).filter(({ limit }) => limit !== Number.POSITIVE_INFINITY)
    if (windows.length === 0) return
    const time = now()
    const states = await countIn(db, windows, time)
    const over = states.find(({ count }, index) => count > windows[index]!.limit)
    if (!over) return
    const seconds = Math.ceil((over.ends_at.getTime() - time) / 1000)
    throw new RestError('too_many_requests', 'Too many requests', { headers: { 'Retry-After': String(seconds) } })
  }
}

export type RateLimit = ReturnType<typeof createRateLimit>

/** How many requests a key has in a fixed time window. */
interface RateWindow {
  key: string
  limit: number
  lengthMs: number
}

interface Counted {
  count: number
  ends_at: Date
}

/**
 * Counts a request in the current windows of one or two keys, or opens the next ones. One statement, so that no request is lost. The second window does
 * not count what the first one rejects.
 */
function countIn(db: Queryable, [first, second]: RateWindow[], time: number): Promise<Counted[]> {
  const paramsOf = ({ key, lengthMs }: RateWindow) => [key, new Date(time + lengthMs)]
  if (!second) return db.query<Counted>(COUNT, [new Date(time), ...paramsOf(first!)])
  return db.query<Counted>(COUNT_BOTH, [new Date(time), ...paramsOf(first!), ...paramsOf(second), first!.limit])
}

const countOf = (row: string) => `insert into request_counts as old (key, count, ends_at) ${row}
  on conflict (key) do update set
    count = case when old.ends_at > $1 then old.count + 1 else 1 end,
    ends_at = case when old.ends_at > $1 then old.ends_at else excluded.ends_at end
  returning count, ends_at`

const COUNT = prepared(countOf('values ($2, 1, $3)'))

const COUNT_BOTH = prepared(
  `with first as (${countOf('values ($2, 1, $3)')}),
     second as (${countOf('select $4::text, 1, $5::timestamptz from first where count <= $6')})
   select * from first union all select * from second`,
)

/** Takes one counted request of the current window of a key back. */
export async function takeBack(db: Queryable, key: string, time: number): Promise<void> {
  await db.query('update request_counts set count = count - 1 where key = $1 and count > 0 and ends_at > $2', [
    key,
    new Date(time),
  ])
}

/** Deletes the windows that have ended. Skips those in which a process is counting, so that no request waits. */
export async function deleteEndedWindows(db: Queryable, time: number): Promise<void> {
  await db.query(
    `delete from request_counts where key in
       (select key from request_counts where ends_at <= $1 for update skip locked)`,
    [new Date(time)],
  )
}
