import type { PGlite, Transaction } from '@electric-sql/pglite'
import type { Database, Queryable } from './database.js'
import { withRetries } from './with-retries.js'

/** PGlite as the platform's database. It has one connection, so its transactions run one after the other. */
export function pgliteDatabase(pglite: PGlite, onClose?: () => Promise<void>): Database {
  return {
    ...statementsOf(pglite),
    transaction: work => withRetries(() => pglite.transaction(tx => work(within(tx)))),
    async close() {
      await pglite.close()
      await onClose?.()
    },
  }
}

function within(tx: Transaction): Queryable {
  const inner: Queryable = { ...statementsOf(tx), transaction: work => work(inner) }
  return inner
}

const statementsOf = (pglite: PGlite | Transaction): Pick<Queryable, 'query' | 'execute'> => ({
  query: async <T>(sql: string, params?: unknown[]) => (await pglite.query<T>(sql, params)).rows,
  async execute(script) {
    await pglite.exec(script)
  },
})
