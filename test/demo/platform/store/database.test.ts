import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createPlatform } from '../../../../demo/platform/index.js'
import { DatabaseUnavailable } from '../../../../demo/platform/store/database-error.js'
import { MIN_FREE_BYTES } from '../../../../demo/platform/store/disk-space.js'
import { openEmbedded } from '../../../../demo/platform/store/embedded.js'
import { emptyDatabase } from '../../../../demo/platform/store/image.js'
import { program, server, shop } from '../use-platform.js'

let dataDir: string
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'platform-'))
})
afterEach(() => rm(dataDir, { recursive: true, force: true }))

const start = () =>
  createPlatform({
    programOrigin: program,
    serverOrigin: server,
    landingUrl: `${shop}/`,
    allowedOrigins: [shop],
    dataDir,
  })

test('the data in a folder survives a restart and is seeded once', async () => {
  const first = await start()
  await first.db.query(`update persons set first_name = 'Augusta' where person_id = 'ada-lovelace'`)
  await first.close()
  const second = await start()
  expect(await second.db.query('select first_name from persons order by person_id')).toEqual([
    { first_name: 'Augusta' },
    { first_name: 'Grace' },
  ])
  await second.close()
})

test('the search for people has its index, also in a folder that is opened again', async () => {
  await (await start()).close()
  const { db, close } = await start()
  expect(await db.query(`select 1 from pg_indexes where indexname = 'persons_search'`)).toHaveLength(1)
  await close()
})

test('an interrupted start leaves no incomplete database', async () => {
  // The cached image of an empty database, which the first start of the machine has to build.
  await emptyDatabase()
  const interrupted = vi.spyOn(PGlite, 'create').mockImplementationOnce(async (options?: unknown) => {
    const folder: string = Object(options).dataDir
    await mkdir(folder, { recursive: true })
    await writeFile(join(folder, 'PG_VERSION'), '')
    throw new Error('The start was interrupted')
  })
  await expect(start()).rejects.toThrow('interrupted')
  interrupted.mockRestore()
  const platform = await start()
  expect(await platform.db.query('select 1 from persons')).toHaveLength(2)
  await platform.close()
})

test('data files of another format stay', async () => {
  const other = join(dataDir, 'pglite-0.1')
  await mkdir(other)
  await writeFile(join(other, 'PG_VERSION'), '9')
  await (await start()).close()
  expect(await readFile(join(other, 'PG_VERSION'), 'utf8')).toBe('9')
  expect(await readdir(other)).toEqual(['PG_VERSION'])
})

test('a folder in use is rejected with one line, and is free again after closing', async () => {
  const first = await start()
  await expect(start()).rejects.toThrow(`${dataDir} is in use by another process. Stop it, or choose another folder.`)
  await first.close()
  await (await start()).close()
})

test('a folder that a newer version has changed is rejected with one line, and is free again', async () => {
  const first = await start()
  await first.db.query(`insert into platform_migrations (position, name) values (1000, 'of-tomorrow')`)
  await first.close()
  const rejected = { code: 'database_error', message: expect.stringMatching(/^.*newer version.*of-tomorrow.*$/) }
  await expect(start()).rejects.toMatchObject(rejected)
  await expect(start()).rejects.toMatchObject(rejected)
})

test('a failed transaction changes nothing', async () => {
  const { db, close } = await start()
  const failing = db.transaction(async tx => {
    await tx.query(`update persons set first_name = 'X'`)
    throw new Error('half way')
  })
  await expect(failing).rejects.toThrow('half way')
  expect(await db.query(`select 1 from persons where first_name = 'X'`)).toEqual([])
  await close()
})

test('a disk that is nearly full ends no process: statements fail until there is space again', async () => {
  let free = Number.POSITIVE_INFINITY
  const database = await openEmbedded(dataDir, () => free)
  await database.query('create table notes (text text)')
  free = MIN_FREE_BYTES - 1
  await expect(database.query(`insert into notes values ('full')`)).rejects.toThrow(DatabaseUnavailable)
  free = MIN_FREE_BYTES
  const filling = database.transaction(async db => {
    await db.query(`insert into notes values ('half')`)
    free = 0
    await db.query(`insert into notes values ('half')`)
  })
  await expect(filling).rejects.toThrow('its disk has less than 64 MiB of free space')
  free = MIN_FREE_BYTES
  await database.query(`insert into notes values ('later')`)
  expect(await database.query('select text from notes')).toEqual([{ text: 'later' }])
  await database.close()
})

test('a folder on a disk that is nearly full is rejected with one line, and is free again', async () => {
  await expect(openEmbedded(dataDir, () => 0)).rejects.toMatchObject({
    code: 'database_error',
    message: expect.stringMatching(/^\S+: The database cannot be used: its disk has less than 64 MiB of free space\.$/),
  })
  await (await openEmbedded(dataDir)).close()
})
