import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../../../../demo/platform/store/database.js'
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
