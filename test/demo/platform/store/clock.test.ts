import { expect, test } from 'vitest'
import { demo } from '../../../../demo/platform/index.js'
import { acceptsJson, everyCall, tokenFor, useEveryCall } from '../openapi/every-call.js'
import { server } from '../use-platform.js'

/** The times that the platform stores, after each call with a body and a visit. */
const { visit, send, exampleOf } = useEveryCall()

interface Column {
  table: string
  name: string
  initial: string | null
}

/** The columns of a type, in all tables but the list of migrations. */
const columns = (type: string) =>
  visit.rows<Column>(
    `select table_name as table, column_name as name, column_default as initial from information_schema.columns
     where table_schema = 'public' and table_name <> 'platform_migrations' and data_type = $1`,
    [type],
  )

test('all times are of the clock of the platform, and no column has a time or an id by the database', async () => {
  // The clock of the machine is in another century. The rows that exist are by helpers of tests, some with the time of the database.
  await visit.rows(`update batch_jobs set created_at = 'epoch'`)
  visit.now = Date.UTC(2126, 4, 1)
  for (const each of everyCall.filter(acceptsJson))
    await send(each, { token: await tokenFor(each, visit), json: exampleOf(each) })
  await visit.send(`/s/${demo.ada.code}`)
  await visit.send('/zones/offer', { json: {} })
  const json = { event_name: 'purchase', data: { email: 'friend@example.com', advocate_code: demo.ada.code } }
  await visit.send(`${server}/v6/events`, { token: demo.serverToken, json })
  const times = await columns('timestamp with time zone')
  const filled: string[] = []
  const foreign: string[] = []
  for (const { table, name } of times) {
    const [row] = await visit.rows<{ all: number; foreign: number }>(
      `select count(${name})::int as "all", count(*) filter (where ${name} between now() - interval '1 day' and now() + interval '1 day')::int as foreign
       from ${table}`,
    )
    if (row!.all) filled.push(`${table}.${name}`)
    if (row!.foreign) foreign.push(`${table}.${name}`)
  }
  expect(foreign).toEqual([])
  expect(filled.length).toBeGreaterThan(30)
  const initial = [...times, ...(await columns('text'))].filter(({ initial }) =>
    /now|timestamp|random|uuid/.test(initial ?? ''),
  )
  expect(initial).toEqual([])
})
