/**
 * PostgreSQL error codes of conflicts between transactions: serialization failure, deadlock, and unique violation. The
 * second attempt sees what the other transaction has written.
 */
const TRANSIENT_CODES = ['40001', '40P01', '23505']

const ATTEMPTS = 5

/** Runs a transaction and retries it after a conflict with another one. */
export async function withRetries<T>(transaction: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1)
    try {
      return await transaction()
    } catch (error) {
      if (attempt === ATTEMPTS || !TRANSIENT_CODES.includes(String(Object(error).code))) throw error
    }
}
