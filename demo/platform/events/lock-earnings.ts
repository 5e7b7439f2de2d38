import type { Queryable } from '../store/database.js'

/**
 * Makes transactions that give rewards to the same persons, or merge their friends, run one after the other: each must count the friends and
 * rewards of those before it. The persons themselves are not locked, because their own requests lock in another order.
 */
export async function lockEarnings(db: Queryable, personIds: string[]): Promise<void> {
  for (const id of [...new Set(personIds)].sort())
    await db.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`rewards of ${id}`])
}
