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
import { createDatabase } from './postgres/create-database.js'

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

/** Starts a platform without rate limits, on an empty database unless its test chooses another one. The caller closes it. */
export async function startPlatform(options: Partial<PlatformOptions> = {}): Promise<Platform> {
  return createPlatform({
    programOrigin: PROGRAM,
    serverOrigin: SERVER,
    landingUrl: `${SHOP}/`,
    allowedOrigins: [SHOP],
    limits: UNLIMITED,
    secretKey: SECRET_KEY,
    ...options,
    ...(!('database' in options) && { database: await testDatabase() }),
  })
}

/** Statements also read the pages of deleted rows, until the table is truncated. */
const LARGE_BYTES = 1_000_000

/** Databases that are open and that nobody uses. */
const free: Database[] = []

/**
 * An empty database: on the server of the test project `postgres`, else in memory. Closing it gives it back to the next tests of this process:
 * emptying it takes a tenth of the time of creating another one.
 */
export async function testDatabase(): Promise<Database> {
  const database = free.pop() ?? (await createTestDatabase())
  return {
    ...database,
    async close() {
      await empty(database)
      free.push(database)
    },
  }
}

async function createTestDatabase(): Promise<Database> {
  const server = inject('postgresSocket')
  return openDatabase(server ? { databaseUrl: await createDatabase(server) } : {})
}

/** Deletes the rows of all tables but the list of migrations. Deleting few rows is faster than `truncate`, which replaces the files of each table. */
async function empty(database: Database): Promise<void> {
  const tables = await database.query<{ name: string; bytes: number }>(
    `select quote_ident(relname) as name, pg_relation_size(oid) as bytes from pg_class
     where relkind = 'r' and relnamespace = 'public'::regnamespace and relname <> 'platform_migrations'`,
  )
  const statements = tables
    .filter(({ bytes }) => bytes > 0)
    .map(({ name, bytes }) => (bytes < LARGE_BYTES ? `delete from ${name};` : `truncate ${name} cascade;`))
  // Without foreign keys, the order of the tables does not matter. The statements are one transaction.
  await database.execute(`
    set local session_replication_role = replica;
    ${statements.join('\n')}
    select setval(seqrelid::regclass, seqstart, false) from pg_sequence;`)
}
