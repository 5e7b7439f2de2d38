import type { Queryable } from '../store/database.js'
import { prepared } from '../store/prepared.js'

/**
 * Makes transactions that give rewards to the same persons, or merge their friends, run one after the other: each must count the friends and
 * rewards of those before it. The persons themselves are not locked, because their own requests lock in another order.
 */
export async function lockEarnings(db: Queryable, personIds: string[]): Promise<void> {
  if (personIds.length === 0) return
  await db.query(LOCK, [locksOf(personIds)])
}

/** The names of the locks of these persons. */
export const locksOf = (personIds: string[]): string[] => [...new Set(personIds)].map(id => `rewards of ${id}`)

/** Takes the locks with these names. In the order of the names, so that two transactions cannot wait for each other. */
export const lockInSql = (names: string) => `
  select pg_advisory_xact_lock(hashtextextended(name, 0))
  from (select name from unnest(${names}::text[]) as names (name) order by name collate "C") sorted`

const LOCK = prepared(lockInSql('$1'))
