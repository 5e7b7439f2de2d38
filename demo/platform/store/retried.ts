/**
 * Failures of a transaction that met another one: serialization failure, deadlock, and a unique key that the other one has
 * just taken. Run again, the transaction finds what the other one has written.
 */
const TRANSIENT_CODES = ['40001', '40P01', '23505']

const ATTEMPTS = 5

/** Runs a transaction, and again where another one got in its way. */
export async function retried<T>(transaction: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1)
    try {
      return await transaction()
    } catch (error) {
      if (attempt === ATTEMPTS || !TRANSIENT_CODES.includes(String(Object(error).code))) throw error
    }
}
