import { access, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { PGlite, type Transaction } from '@electric-sql/pglite'
import { lockFolder } from './folder-lock.js'
import { emptyDatabase, imageName } from './image.js'
import { withRetries } from './with-retries.js'

export type Row = Record<string, unknown>

export interface Queryable {
  /** Runs one statement with `$1`-style parameters and returns its rows. */
  query<T = Row>(sql: string, params?: unknown[]): Promise<T[]>
  /**
   * Runs `work` in a transaction, or in the current one. Rolls back if `work` throws. Runs `work` again after a conflict with
   * another transaction, so `work` must change nothing but the database.
   */
  transaction<T>(work: (db: Queryable) => Promise<T>): Promise<T>
}

export interface Database extends Queryable {
  close(): Promise<void>
}

/** Opens the database in `dataDir`, or in memory. Creates the tables on the first start. */
export async function openDatabase(dataDir?: string): Promise<Database> {
  if (!dataDir) return database(await PGlite.create({ loadDataDir: await emptyDatabase() }))
  const unlock = await lockFolder(dataDir)
  try {
    // A new schema gets a new folder. Data of older versions is not changed.
    const folder = join(dataDir, `postgres-${await imageName()}`)
    await access(folder).catch(() => unpackInto(folder))
    return database(await PGlite.create(folder), unlock)
  } catch (error) {
    await unlock()
    throw error
  }
}

/** Unpacks into a temporary folder and renames it, so that an interrupted start leaves no incomplete database. */
async function unpackInto(folder: string): Promise<void> {
  const draft = `${folder}.new`
  await rm(draft, { recursive: true, force: true })
  const pglite = await PGlite.create({ dataDir: draft, loadDataDir: await emptyDatabase() })
  await pglite.close()
  await rename(draft, folder)
}

function database(pglite: PGlite, unlock?: () => Promise<void>): Database {
  return {
    query: async <T>(sql: string, params?: unknown[]) => (await pglite.query<T>(sql, params)).rows,
    transaction: work => withRetries(() => pglite.transaction(tx => work(within(tx)))),
    async close() {
      await pglite.close()
      await unlock?.()
    },
  }
}

function within(tx: Transaction): Queryable {
  const inner: Queryable = {
    query: async <T>(sql: string, params?: unknown[]) => (await tx.query<T>(sql, params)).rows,
    transaction: work => work(inner),
  }
  return inner
}
