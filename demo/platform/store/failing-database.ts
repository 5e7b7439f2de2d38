import type { Database } from './database.js'

/** A database in whose place each statement fails with the same error. */
export function failingDatabase(error: unknown): Database {
  const fail = () => Promise.reject(error)
  return { connections: 0, isShared: false, query: fail, execute: fail, transaction: fail, close: async () => {} }
}
