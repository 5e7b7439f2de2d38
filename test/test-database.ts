import type { Database } from '../demo/platform/index.js'
import { openDatabase } from '../demo/platform/store/database.js'

/** Databases that are open and that nobody uses. */
const free: Database[] = []

/**
 * An empty database in memory for `createPlatform`. To close it gives it back to the tests that follow in this process: to empty it takes a
 * tenth of the time that PostgreSQL needs to start.
 */
export async function testDatabase(): Promise<Database> {
  const database = free.pop() ?? (await openDatabase())
  return {
    ...database,
    async close() {
      await empty(database)
      free.push(database)
    },
  }
}

async function empty(database: Database) {
  const tables = await database.query<{ name: string }>(
    `select string_agg(quote_ident(tablename), ', ') as name from pg_tables where schemaname = 'public'`,
  )
  await database.query(`truncate ${tables[0]!.name} restart identity cascade`)
}
