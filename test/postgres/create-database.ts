import { randomBytes } from 'node:crypto'
import pg from 'pg'

/** The database with the tables of the platform and no rows. */
export const TEMPLATE = 'platform_template'

interface NewDatabase {
  name?: string
  /** The database to copy. `template0` is empty. Default: one with the tables of the platform. */
  template?: string
}

/** Creates a database on a server. Returns its URL. */
export async function createDatabase(server: string, { name, template = TEMPLATE }: NewDatabase = {}): Promise<string> {
  const chosen = name ?? `test_${randomBytes(6).toString('hex')}`
  // Copying the files takes a quarter of the time of the default strategy.
  await onServer(server, `create database ${chosen} template ${template} strategy file_copy`)
  return `${server}/${chosen}`
}

/** Deletes a database of a server by its URL. */
export const dropDatabase = (url: string): Promise<void> =>
  onServer(new URL('/postgres', url).href, `drop database ${new URL(url).pathname.slice(1)}`)

/** Runs one statement outside of the databases of the tests. */
async function onServer(server: string, sql: string): Promise<void> {
  const client = new pg.Client(server)
  await client.connect()
  await client.query(sql)
  await client.end()
}
