// Starts the local platform for tests. A project that needs more has a layer of its own:
//
//   test/demo/platform/use-platform.ts   requests to the platform, a clock that a test sets
//   test/src/local-platform.ts           runtimes in Node, whose `fetch` is the platform
//   test/src/resources/program.ts        runtimes in Node, which call the platform over HTTP
//   test/widgets/local-platform.ts       a runtime in happy-dom
//   test/e2e/demo.ts                     the whole demo, and browsers
//   test/faults/program.ts               many sites, each behind a proxy that fails on purpose

import { createPlatform, type Database, type Platform, type PlatformOptions } from '../demo/platform/index.js'
import { openDatabase } from '../demo/platform/store/database.js'

/** The origins of a platform, unless its test chooses others. */
export const PROGRAM = 'https://share.brand.localhost'
export const SERVER = 'https://api.brand.localhost'
export const SHOP = 'https://shop.brand.localhost'

/** Tests send requests faster than people. */
export const UNLIMITED = { perMinute: Number.POSITIVE_INFINITY, perSecond: Number.POSITIVE_INFINITY }

/** Starts a platform in memory, without rate limits. The caller closes it. */
export async function startPlatform(options: Partial<PlatformOptions> = {}): Promise<Platform> {
  return createPlatform({
    database: await testDatabase(),
    programOrigin: PROGRAM,
    serverOrigin: SERVER,
    landingUrl: `${SHOP}/`,
    allowedOrigins: [SHOP],
    limits: UNLIMITED,
    ...options,
  })
}

/** Databases that are open and that nobody uses. */
const free: Database[] = []

/**
 * An empty database in memory. Closing it gives it back to the next tests of this process: emptying it takes a tenth of the time that
 * PostgreSQL needs to start.
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
