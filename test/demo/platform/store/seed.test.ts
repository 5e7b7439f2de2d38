import { expect, test } from 'vitest'
import { demo } from '../../../../demo/platform/index.js'
import { SERVER, startPlatform, testDatabase } from '../../../start-platform.js'

const programs = `select version, program is not null as "hasProgram" from campaign_versions
  where campaign_id = $1 order by version`

test('a database whose program was not data yet gets the program of the demo, once', async () => {
  const database = await testDatabase()
  const keepOpen = { ...database, close: async () => {} }
  const restart = async () => (await startPlatform({ database: keepOpen })).close()
  await restart()
  await database.query('update campaign_versions set program = null')
  await restart()
  await restart()
  expect(await database.query(programs, [demo.campaignId])).toEqual([
    { version: 1, hasProgram: false },
    { version: 2, hasProgram: true },
  ])
  await database.close()
})

test('a database without a sandbox gets one and keeps its persons, whose version stays the same', async () => {
  const database = await testDatabase()
  const keepOpen = { ...database, close: async () => {} }
  await (await startPlatform({ database: keepOpen })).close()
  const persons = () => database.query('select person_id, client_id, version from persons order by person_id')
  const before = await persons()
  for (const table of ['zones', 'campaign_versions', 'programs'])
    await database.query(`delete from ${table} where campaign_id = $1`, [demo.sandbox.campaignId])
  for (const table of ['tokens', 'signing_keys'])
    await database.query(`delete from ${table} where client_id = $1`, [demo.sandbox.clientId])
  const platform = await startPlatform({ database: keepOpen })
  const response = await platform.fetch(
    new Request(`${SERVER}/v4/tokens`, { headers: { Authorization: `Bearer ${demo.sandbox.serverToken}` } }),
  )
  expect(await response.json()).toMatchObject({ client_id: demo.sandbox.clientId })
  expect(await persons()).toEqual(before)
  await platform.close()
  await database.close()
})
