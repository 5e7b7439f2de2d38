import { DatabaseUnavailable } from './database-error.js'

/** PostgreSQL error codes of conflicts between transactions for which neither is to blame: serialization failure, deadlock. */
const CONFLICTS = ['40001', '40P01']

/** Unique violation. The second attempt sees what the other transaction has written. */
const UNIQUE_VIOLATION = '23505'

const ATTEMPTS = 5

/** Whether a transaction has met another one, so that it can succeed when it runs again. */
export const isConflict = (error: unknown): boolean => [...CONFLICTS, UNIQUE_VIOLATION].includes(Object(error).code)

/**
 * Runs a transaction and retries it after a conflict with another one. Throws `DatabaseUnavailable` if each attempt has a conflict: the
 * database is too busy for it at the moment.
 */
export async function withRetries<T>(transaction: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1)
    try {
      return await transaction()
    } catch (error) {
      if (!isConflict(error)) throw error
      if (attempt === ATTEMPTS) throw Object(error).code === UNIQUE_VIOLATION ? error : new DatabaseUnavailable(error)
    }
}
