import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Database } from '../../../../demo/platform/store/database.js'
import { migrate } from '../../../../demo/platform/store/migrate.js'
import { migrations } from '../../../../demo/platform/store/migrations/index.js'
import { testDatabase } from '../../../start-platform.js'
import checksums from './migration-checksums.json' with { type: 'json' }

const first = { name: 'first', sql: 'create table a (x int); insert into a values (1)' }
const second = { name: 'second', sql: 'create table b (y int)' }

let database: Database
beforeAll(async () => {
  database = await testDatabase()
})
beforeEach(() => database.execute('drop schema public cascade; create schema public'))
afterAll(async () => {
  await database.execute('drop schema public cascade; create schema public')
  await migrate(database, 'test')
  await database.close()
})

const applied = async () => {
  const rows = await database.query<{ name: string }>('select name from platform_migrations order by position')
  return rows.map(({ name }) => name)
}

test('a new database gets all tables', async () => {
  await migrate(database, 'test')
  expect(await applied()).toEqual(migrations.map(({ name }) => name))
  expect(await database.query('select 1 from persons')).toEqual([])
})

test('an older database gets only the migrations that it lacks, and keeps its data', async () => {
  await migrate(database, 'test', [first])
  await migrate(database, 'test', [first, second])
  await migrate(database, 'test', [first, second])
  expect(await applied()).toEqual(['first', 'second'])
  expect(await database.query('select x from a')).toEqual([{ x: 1 }])
  expect(await database.query('select y from b')).toEqual([])
})

test('of processes that start at the same time one applies the migrations, and the others wait for their end', async () => {
  const start = async () => {
    await migrate(database, 'test', [first, second])
    return applied()
  }
  const both = ['first', 'second']
  expect(await Promise.all([start(), start(), start()])).toEqual([both, both, both])
})

test('a migration that fails changes nothing, nor do those before it', async () => {
  const failing = { name: 'failing', sql: 'create table c (z int); select 1 / 0' }
  await migrate(database, 'test', [first])
  await expect(migrate(database, 'test', [first, second, failing])).rejects.toThrow('division by zero')
  expect(await applied()).toEqual(['first'])
  await expect(database.query('select 1 from b')).rejects.toThrow('"b" does not exist')
})

test('a database of a newer version is rejected with one line and stays as it is', async () => {
  await migrate(database, 'test', [first, second])
  await expect(migrate(database, 'test', [first])).rejects.toMatchObject({
    code: 'database_error',
    message:
      'test was changed by a newer version of the platform, which applied the migration second. Update the platform, or use another database.',
  })
  expect(await applied()).toEqual(['first', 'second'])
})

test('a database that applied other migrations is rejected', async () => {
  await migrate(database, 'test', [first, second])
  const other = { name: 'other', sql: 'create table d (z int)' }
  await expect(migrate(database, 'test', [first, other, second])).rejects.toThrow('the migration second')
  await expect(database.query('select 1 from d')).rejects.toThrow('"d" does not exist')
})

test('a database whose migration had other statements is rejected and stays as it is', async () => {
  await migrate(database, 'test', [first])
  const changed = { ...first, sql: first.sql.replace('values (1)', 'values (2)') }
  await expect(migrate(database, 'test', [changed, second])).rejects.toMatchObject({
    code: 'database_error',
    message: expect.stringMatching(/^test was changed by other statements of the migration first /),
  })
  expect(await applied()).toEqual(['first'])
  const formatted = { ...first, sql: `\n  ${first.sql.replace(';', ';\n ')}` }
  await migrate(database, 'test', [formatted, second])
  expect(await applied()).toEqual(['first', 'second'])
})

test('a database without checksums gets them, and is checked from then on', async () => {
  await migrate(database, 'test', [first])
  await database.query('alter table platform_migrations drop column checksum')
  await migrate(database, 'test', [first])
  await expect(migrate(database, 'test', [{ ...first, sql: second.sql }])).rejects.toThrow('other statements')
})

test('a database with the tables of another program is rejected and stays as it is', async () => {
  await database.query('create table orders (id int)')
  await expect(migrate(database, 'test')).rejects.toMatchObject({
    code: 'database_error',
    message: 'test contains tables of another program. Use an empty database.',
  })
  expect(await database.query(`select tablename from pg_tables where schemaname = 'public'`)).toEqual([
    { tablename: 'orders' },
  ])
})

test('the persons of an older database belong to the client of its program, and stay as they are', async () => {
  const before = migrations.slice(
    0,
    migrations.findIndex(({ name }) => name === 'client-of-persons'),
  )
  await migrate(database, 'test', before)
  await database.execute(`
    insert into clients (client_id, account, name) values ('brand', 'brand', 'Brand'), ('brand-sandbox', 'brand', 'Sandbox');
    insert into programs (campaign_id, client_id) values ('spring', 'brand');
    insert into persons (person_id, email, created_at) values ('ida', 'ida@example.com', now())`)
  await migrate(database, 'test')
  expect(await database.query('select person_id, client_id, version from persons')).toEqual([
    { person_id: 'ida', client_id: 'brand', version: 1 },
  ])
  expect(await database.query('select person_id, identity_key, value, ended_at from identity_history')).toEqual([
    { person_id: 'ida', identity_key: 'email', value: 'ida@example.com', ended_at: null },
  ])
})

test('each migration has a name of its own', () => {
  expect(new Set(migrations.map(({ name }) => name)).size).toBe(migrations.length)
})

test('a migration never changes: a database that has applied it would be rejected', async () => {
  await migrate(database, 'test')
  const rows = await database.query<{ name: string; checksum: string }>(
    'select name, checksum from platform_migrations',
  )
  expect(Object.fromEntries(rows.map(({ name, checksum }) => [name, checksum]))).toEqual(checksums)
})
