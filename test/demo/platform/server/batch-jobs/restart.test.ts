import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database, Platform } from '../../../../../demo/platform/index.js'
import { SHOP, startPlatform, testDatabase } from '../../../../start-platform.js'
import { sendTo } from '../../use-platform.js'
import type { Target } from '../files/uploaded-file.js'
import { endOf, errorsOf, progressOf, startJob } from './batch-job.js'

const ROWS = 60
const filesDir = await mkdtemp(join(tmpdir(), 'restart-'))
let database: Database

beforeAll(async () => {
  database = await testDatabase()
})
afterAll(async () => {
  await database.close()
  await rm(filesDir, { recursive: true })
})

/** Starts a process of the platform. All of them use the same database and the same folder. */
async function startProcess(): Promise<{ platform: Platform; visit: Target }> {
  const shared = { ...database, close: async () => {} }
  const platform = await startPlatform({ database: shared, filesDir, allowedOrigins: [SHOP] })
  return { platform, visit: { platform, send: (path, call) => sendTo(platform, path, call) } }
}

const content = (name: string) =>
  [
    'event_name,email,n',
    ...Array.from({ length: ROWS }, (_, n) => `${name},${n % 10 ? `${n}@example.com` : ''},${n}`),
  ].join('\n')

/** The numbers of the rows that were recorded as events. */
const recorded = async (name: string) =>
  (await database.query<{ n: string }>(`select data->>'n' as n from events where event_name = $1`, [name]))
    .map(({ n }) => Number(n))
    .sort((one, other) => one - other)

const expected = Array.from({ length: ROWS }, (_, n) => n).filter(n => n % 10)

async function expectEachRowOnce(visit: Target, id: string, name: string) {
  expect(await endOf(visit, id)).toMatchObject({ status: 'SUCCEEDED', processed_rows: ROWS, failed_rows: ROWS / 10 })
  expect(await recorded(name)).toEqual(expected)
  const errors: { row: number }[] = await errorsOf(visit, id)
  expect(errors.map(({ row }) => row)).toEqual(Array.from({ length: ROWS / 10 }, (_, index) => index * 10 + 1))
}

test('a restarted platform goes on with a job, and processes each row once', async () => {
  const first = await startProcess()
  const { id } = await startJob(first.visit, { content: content('restart'), filename: 'a.csv' }, { type: 'EVENTS' })
  const { processed_rows } = await progressOf(first.visit, id, 3)
  expect(processed_rows).toBeLessThan(ROWS)
  await first.platform.close()
  const [left] = await database.query<{ status: string; processed_rows: number }>(
    'select status, processed_rows from batch_jobs where batch_job_id = $1',
    [id],
  )
  expect(left!.status).toBe('RUNNING')
  expect(left!.processed_rows).toBeLessThan(ROWS)
  const second = await startProcess()
  await expectEachRowOnce(second.visit, id, 'restart')
  await second.platform.close()
})

test('processes that run the same job share its rows, and process each row once', async () => {
  const first = await startProcess()
  const { id } = await startJob(first.visit, { content: content('shared'), filename: 'a.csv' }, { type: 'EVENTS' })
  await progressOf(first.visit, id, 1)
  const others = await Promise.all([startProcess(), startProcess()])
  await expectEachRowOnce(first.visit, id, 'shared')
  for (const { platform } of [first, ...others]) await platform.close()
})

test('a job whose content is gone fails', async () => {
  const first = await startProcess()
  const { id } = await startJob(first.visit, { content: content('gone'), filename: 'a.csv' }, { type: 'EVENTS' })
  await first.platform.close()
  await rm(join(filesDir, id), { force: true })
  await database.query(`update batch_jobs set status = 'RUNNING', ended_at = null where batch_job_id = $1`, [id])
  const second = await startProcess()
  expect(await endOf(second.visit, id)).toMatchObject({
    status: 'FAILED',
    failure: 'The content of the file is no longer there',
  })
  await second.platform.close()
})

test('no content of a job is left behind', async () => {
  const files = await database.query<{ file_id: string }>('select file_id from files')
  expect((await readdir(filesDir)).sort()).toEqual(files.map(({ file_id }) => file_id).sort())
})
