import { PGlite, type PGliteOptions, type Transaction } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import type { Database, Queryable } from './database.js'
import { DatabaseUnavailable, UNAVAILABLE_CODES } from './database-error.js'
import { withRetries } from './with-retries.js'

/** Starts PGlite with the extension that the migrations create. */
export const startPglite = (options: PGliteOptions = {}): Promise<PGlite> =>
  PGlite.create({ ...options, extensions: { pg_trgm } })

interface DatabaseOptions {
  /** Throws if no statement can be run at the moment. */
  check?: () => void
  onClose?: () => Promise<void>
}

/** PGlite as the platform's database. It has one connection, so its transactions run one after the other. */
export function pgliteDatabase(pglite: PGlite, { check = () => {}, onClose }: DatabaseOptions = {}): Database {
  return {
    ...statementsOf(pglite, check),
    connections: 1,
    isShared: false,
    transaction: work => withRetries(() => pglite.transaction(tx => work(within(tx, check))).catch(rethrow)),
    async close() {
      await pglite.close()
      await onClose?.()
    },
  }
}

function within(tx: Transaction, check: () => void): Queryable {
  const inner: Queryable = { ...statementsOf(tx, check), transaction: work => work(inner) }
  return inner
}

const statementsOf = (pglite: PGlite | Transaction, check: () => void): Pick<Queryable, 'query' | 'execute'> => ({
  async query<T>(sql: string, params?: unknown[]) {
    check()
    return (await pglite.query<T>(sql, params).catch(rethrow)).rows
  },
  async execute(script) {
    check()
    await pglite.exec(script).catch(rethrow)
  },
})

function rethrow(error: unknown): never {
  throw UNAVAILABLE_CODES.test(String(Object(error).code)) ? new DatabaseUnavailable(error) : error
}
