// Starts the local platform for tests. A project that needs more has a layer of its own:
//
//   test/demo/platform/use-platform.ts   requests to the platform, a clock that a test sets
//   test/src/local-platform.ts           runtimes in Node, whose `fetch` is the platform
//   test/src/resources/program.ts        runtimes in Node, which call the platform over HTTP
//   test/widgets/local-platform.ts       a runtime in happy-dom
//   test/e2e/demo.ts                     the whole demo, and browsers
//   test/faults/program.ts               many sites, each behind a proxy that fails on purpose

import { inject } from 'vitest'
import { createPlatform, type Database, type Platform, type PlatformOptions } from '../demo/platform/index.js'
import { openDatabase } from '../demo/platform/store/open-database.js'
import { createDatabase, dropDatabase } from './postgres/create-database.js'

/** The origins of a platform, unless its test chooses others. */
export const PROGRAM = 'https://share.brand.localhost'
export const SERVER = 'https://api.brand.localhost'
export const SHOP = 'https://shop.brand.localhost'

/** The `User-Agent` of a person's browser. Without it, a share link answers as it answers a link previewer. */
export const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

/** The key of databases that more than one platform opens. */
export const SECRET_KEY = Buffer.alloc(32, 'a key of tests').toString('base64')

/** Tests send requests faster than people. */
export const UNLIMITED = {
  perMinute: Number.POSITIVE_INFINITY,
  perSecond: Number.POSITIVE_INFINITY,
  signInsPerMinute: Number.POSITIVE_INFINITY,
}

/** Starts a platform on a new database, without rate limits. The caller closes it. */
export async function startPlatform(options: Partial<PlatformOptions> = {}): Promise<Platform> {
  return createPlatform({
    database: await testDatabase(),
    programOrigin: PROGRAM,
    serverOrigin: SERVER,
    landingUrl: `${SHOP}/`,
    allowedOrigins: [SHOP],
    limits: UNLIMITED,
    secretKey: SECRET_KEY,
    ...options,
  })
}

/** An empty database: on the server of the test project `postgres`, else in memory. */
export function testDatabase(): Promise<Database> {
  const server = inject('postgresSocket')
  return server ? databaseOn(server) : databaseInMemory()
}

/** A new database of a server. Closing it deletes it. */
async function databaseOn(server: string): Promise<Database> {
  const databaseUrl = await createDatabase(server)
  const database = await openDatabase({ databaseUrl })
  return {
    ...database,
    async close() {
      await database.close()
      await dropDatabase(databaseUrl)
    },
  }
}

/** Databases in memory that are open and that nobody uses. */
const free: Database[] = []

/**
 * Closing the database gives it back to the next tests of this process: emptying it takes a tenth of the time that PGlite needs
 * to start.
 */
async function databaseInMemory(): Promise<Database> {
  const database = free.pop() ?? (await openDatabase({}))
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
    `select string_agg(quote_ident(tablename), ', ') as name from pg_tables
     where schemaname = 'public' and tablename <> 'platform_migrations'`,
  )
  await database.query(`truncate ${tables[0]!.name} restart identity cascade`)
}
