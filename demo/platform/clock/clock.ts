import type { Queryable } from '../store/database.js'

/**
 * The platform's own clock: that of the machine, moved forward as far as people have moved it (`moveClock`). How far is in the database, so that a
 * restart and the other processes on the database have the same time.
 */
export interface Clock {
  /** The current time in milliseconds. */
  now(): number
  /** The time of the machine: for what compares with the clocks of other machines, or concerns people and not the program. */
  machineNow(): number
  /** Goes on from what the database says. The clock never goes back: what a slow request has read may be older. */
  keep(aheadMs: number): void
}

export function createClock(machineNow: () => number): Clock {
  let ahead = 0
  return {
    machineNow,
    now: () => machineNow() + ahead,
    keep(aheadMs) {
      ahead = Math.max(ahead, aheadMs)
    },
  }
}

/** How far the clock is ahead, as a value in SQL. */
export const AHEAD_MS = 'coalesce((select ahead_ms from clock), 0)'

export async function readAhead(db: Queryable): Promise<number> {
  const [row] = await db.query<{ ahead_ms: number }>(`select ${AHEAD_MS} as ahead_ms`)
  return row!.ahead_ms
}

/** Stores how far the clock is ahead. Returns what holds: somebody else may have moved it further. */
export async function storeAhead(db: Queryable, aheadMs: number): Promise<number> {
  const [row] = await db.query<{ ahead_ms: number }>(
    `insert into clock as kept (ahead_ms) values ($1)
     on conflict (is_only) do update set ahead_ms = greatest(kept.ahead_ms, excluded.ahead_ms) returning ahead_ms`,
    [aheadMs],
  )
  return row!.ahead_ms
}
