import pg from 'pg'
import type { Database, Queryable } from './database.js'
import { DatabaseError, DatabaseUnavailable, messageOf, UNAVAILABLE_CODES } from './database-error.js'
import { migrate } from './migrate.js'
import { preparedName } from './prepared.js'
import { withRetries } from './with-retries.js'

/** The number of connections of a process. PostgreSQL allows 100 by default, for all processes together. */
const MAX_CONNECTIONS = 10

/** How long to wait for the server or, if all connections are in use, for a free one. */
const CONNECTION_TIMEOUT_MS = 10_000

/** The type id of `bigint`. The driver returns such numbers as text, because they can be larger than a JavaScript number. Ours are not. */
const BIGINT = 20

const types: pg.CustomTypesConfig = {
  getTypeParser: (id, format) => (id === BIGINT ? Number : pg.types.getTypeParser(id, format)),
}

/**
 * Opens a database on a PostgreSQL server by its URL and applies the migrations that it lacks. Throws a `DatabaseError` if the
 * database cannot be reached or used.
 */
export async function openPostgres(url: string): Promise<Database> {
  const name = databaseName(url)
  const pool = new pg.Pool({
    connectionString: url,
    max: MAX_CONNECTIONS,
    connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
    application_name: 'rewards-platform',
    pipeline: true,
    types,
  })
  // An idle connection has broken. The pool replaces it; without a listener the process would end.
  pool.on('error', error => console.error(`A connection to ${name} was lost: ${error.message}`))
  // A connection in use has broken. Its statement fails, and the driver also emits an event: maybe at once, before anybody can use the connection.
  pool.on('connect', client => client.on('error', () => {}))
  const database = databaseOf(pool)
  try {
    await connect(pool, name)
    await migrate(database, name)
    return database
  } catch (error) {
    await pool.end()
    throw error instanceof pg.DatabaseError ? new DatabaseError(`${name} cannot be used: ${error.message}.`) : error
  }
}

/** The URL without the password. Throws a `DatabaseError` for a URL that is not of a PostgreSQL database. */
export function databaseName(url: string): string {
  if (!URL.canParse(url) || !/^postgres(ql)?:$/.test(new URL(url).protocol))
    throw new DatabaseError('The URL of a database must be like postgres://user:password@localhost:5432/name.')
  const shown = new URL(url)
  shown.password = ''
  return `${shown.protocol}//${shown.username && `${shown.username}@`}${shown.host}${shown.pathname}`
}

async function connect(pool: pg.Pool, name: string): Promise<void> {
  try {
    await pool.query('select 1')
  } catch (error) {
    throw new DatabaseError(`${name} cannot be reached: ${messageOf(error)}.`, { cause: error })
  }
}

const databaseOf = (pool: pg.Pool): Database => ({
  ...statementsOf(pool),
  connections: MAX_CONNECTIONS,
  isShared: true,
  transaction: work => withRetries(() => inTransaction(pool, work)),
  close: () => pool.end(),
})

async function inTransaction<T>(pool: pg.Pool, work: (db: Queryable) => Promise<T>): Promise<T> {
  const client = await pool.connect().catch(rethrow)
  try {
    // Is sent together with the first statement of the work. It fails only with the connection, and then that statement fails, too.
    const begun = client.query('begin')
    begun.catch(() => {})
    const result = await work(within(client))
    await begun.catch(rethrow)
    await client.query('commit').catch(rethrow)
    client.release()
    return result
  } catch (error) {
    // A connection that cannot roll back is not used again.
    await client.query('rollback').then(
      () => client.release(),
      () => client.release(true),
    )
    throw error
  }
}

function within(client: pg.PoolClient): Queryable {
  const inner: Queryable = { ...statementsOf(client), transaction: work => work(inner) }
  return inner
}

const statementsOf = (server: pg.Pool | pg.PoolClient): Pick<Queryable, 'query' | 'execute'> => ({
  query: async <T>(sql: string, params: unknown[] = []) =>
    (await server.query({ text: sql, values: params, name: preparedName(sql) }).catch(rethrow)).rows as T[],
  async execute(script) {
    await server.query(script).catch(rethrow)
  },
})

/** Converts the errors of a server that cannot be used. The driver reports a broken connection as an error without a class of its own. */
function rethrow(error: unknown): never {
  const isOfStatement = error instanceof pg.DatabaseError && !UNAVAILABLE_CODES.test(error.code ?? '')
  const isOfParameters = error instanceof TypeError || error instanceof RangeError
  throw isOfStatement || isOfParameters ? error : new DatabaseUnavailable(error)
}
