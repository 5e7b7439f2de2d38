import { PGlite } from '@electric-sql/pglite'
import type { Settings } from '../options.js'

export type Row = Record<string, unknown>

export interface Database {
  /** Runs one statement with `$1`-style parameters and answers its rows. */
  query<T = Row>(sql: string, params?: unknown[]): Promise<T[]>
  /** Runs `work` in one transaction: all of it, or nothing when it throws. */
  transaction<T>(work: (db: Pick<Database, 'query'>) => Promise<T>): Promise<T>
  close(): Promise<void>
}

export async function openDatabase(dataDir: string | undefined, _settings: Settings): Promise<Database> {
  const pglite = await PGlite.create(dataDir)
  return {
    query: async <T>(sql: string, params?: unknown[]) => (await pglite.query<T>(sql, params)).rows,
    transaction: work =>
      pglite.transaction(tx =>
        work({ query: async <T>(sql: string, params?: unknown[]) => (await tx.query<T>(sql, params)).rows }),
      ),
    close: () => pglite.close(),
  }
}
