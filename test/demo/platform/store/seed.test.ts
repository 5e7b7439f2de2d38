import { expect, test } from 'vitest'
import { startPlatform, testDatabase } from '../../../start-platform.js'

const programs = 'select version, program is not null as "hasProgram" from campaign_versions order by version'

test('a database whose program was not data yet gets the program of the demo, once', async () => {
  const database = await testDatabase()
  const keepOpen = { ...database, close: async () => {} }
  const restart = async () => (await startPlatform({ database: keepOpen })).close()
  await restart()
  await database.query('update campaign_versions set program = null')
  await restart()
  await restart()
  expect(await database.query(programs)).toEqual([
    { version: 1, hasProgram: false },
    { version: 2, hasProgram: true },
  ])
  await database.close()
})
