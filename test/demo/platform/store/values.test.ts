import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../../../../demo/platform/store/database.js'
import { DatabaseUnavailable } from '../../../../demo/platform/store/database-error.js'
import { testDatabase } from '../../../start-platform.js'

/** Both databases return the same JavaScript values for the types of the platform's tables. */

let database: Database
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

test.each<[type: string, value: unknown]>([
  ['text', 'a “quoted” text'],
  ['text', null],
  ['int', 3],
  ['bigint', 3],
  ['float8', 2.5],
  ['boolean', true],
  ['timestamptz', new Date('2026-05-01T12:30:00.123Z')],
  ['text[]', ['a', 'b, "c"', 'NULL', '']],
  ['text[]', []],
  ['jsonb', { list: [1, 'x', null], nested: { yes: true } }],
])('%s: %j is stored and returned', async (type, value) => {
  expect(await database.query(`select $1::${type} as value`, [value])).toEqual([{ value }])
})

test('a decimal number is a string, which keeps its digits', async () => {
  expect(await database.query('select $1::numeric as value', [20])).toEqual([{ value: '20' }])
})

test('bytes are returned', async () => {
  const [row] = await database.query<{ value: Uint8Array }>('select $1::bytea as value', [new Uint8Array([0, 255])])
  expect([...row!.value]).toEqual([0, 255])
})

test('a number of rows is a number', async () => {
  expect(await database.query('select count(*) from persons')).toEqual([{ count: 0 }])
})

test('a transaction that fails changes nothing, nor does one inside it', async () => {
  const failing = database.transaction(async db => {
    const insert = `insert into clients (client_id, account, name) values ('x', 'x', 'x')`
    await db.transaction(inner => inner.query(insert))
    expect(await db.query('select 1 from clients')).toHaveLength(1)
    throw new Error('half way')
  })
  await expect(failing).rejects.toThrow('half way')
  expect(await database.query('select 1 from clients')).toEqual([])
})

const raise = (code: string) => `do $$ begin raise exception using errcode = '${code}'; end $$`

test.each([
  ['a broken connection', '08006'],
  ['a standby that is not promoted yet', '25006'],
  ['a transaction that waited too long for its next statement', '25P03'],
  ['a transaction that was too slow', '25P04'],
  ['a full disk', '53100'],
  ['too many connections', '53300'],
  ['a server that is being stopped', '57P01'],
  ['a server that is starting', '57P03'],
  ['an error of the disk', '58030'],
])('%s (%s) makes the database unavailable', async (_, code) => {
  await expect(database.query(raise(code))).rejects.toBeInstanceOf(DatabaseUnavailable)
  await expect(database.execute(raise(code))).rejects.toBeInstanceOf(DatabaseUnavailable)
  await expect(database.transaction(db => db.query(raise(code)))).rejects.toBeInstanceOf(DatabaseUnavailable)
})

test.each([
  ['a division by zero', '22012'],
  ['a missing reference', '23503'],
  ['an aborted transaction', '25P02'],
  ['a statement that was canceled', '57014'],
])('%s (%s) is an error of the statement', async (_, code) => {
  await expect(database.query(raise(code))).rejects.toMatchObject({ code })
  await expect(database.transaction(db => db.execute(raise(code)))).rejects.toMatchObject({ code })
})

test('a transaction that cannot be committed makes the database unavailable', async () => {
  const committed = database.transaction(db =>
    db.execute(`
      create function fail_at_commit() returns trigger language plpgsql as $$ begin raise exception using errcode = '53100'; end $$;
      create table committed (x int);
      create constraint trigger fails after insert on committed deferrable initially deferred for each row execute function fail_at_commit();
      insert into committed values (1)
    `),
  )
  await expect(committed).rejects.toBeInstanceOf(DatabaseUnavailable)
})
