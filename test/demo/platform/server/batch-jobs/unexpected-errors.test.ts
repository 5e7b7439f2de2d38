import { mkdir, mkdtemp, rename, rm, rmdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, expect, type MockInstance, test, vi } from 'vitest'
import { type Database, demo } from '../../../../../demo/platform/index.js'
import { batchJobs } from '../../../../../demo/platform/server/batch-jobs/run-job.js'
import { SOON } from '../../../../soon.js'
import { startPlatform, testDatabase } from '../../../../start-platform.js'
import { textRow, workbookFile } from '../../rows/workbook-file.js'
import { sendTo } from '../../use-platform.js'
import type { Target } from '../files/uploaded-file.js'
import { endOf, errorsOf, jobOf, queueJob, startJob } from './batch-job.js'

/** The longest time that a job waits for the disk. */
const WAIT_MS = 30 * 60_000
const database = await testDatabase()
const filesDir = await mkdtemp(join(tmpdir(), 'unexpected-errors-'))
/** What happens at the end of the transaction of a row. */
let beforeCommit: (row: number) => void = () => {}

const watched: Database = {
  ...database,
  transaction: work =>
    database.transaction(async db => {
      const result = await work(db)
      const [job] = await db.query<{ row: number }>(
        `select processed_rows as row from batch_jobs where status = 'RUNNING' order by position desc limit 1`,
      )
      if (job) beforeCommit(job.row)
      return result
    }),
}
/** How far the clock of the platform is ahead. */
let ahead = 0
const platform = await startPlatform({ database: watched, filesDir, now: () => Date.now() + ahead })
const visit: Target = { platform, send: (path, call) => sendTo(platform, path, call) }

let logged: MockInstance<typeof console.error>
beforeEach(() => {
  logged = vi.spyOn(console, 'error').mockImplementation(() => {})
})
afterEach(() => {
  beforeCommit = () => {}
  logged.mockRestore()
})
afterAll(async () => {
  await platform.close()
  await rm(filesDir, { recursive: true })
})

const recorded = async (name: string) =>
  (await database.query<{ n: number }>(`select (data->>'n')::int as n from events where event_name = $1`, [name]))
    .map(({ n }) => n)
    .sort((one, other) => one - other)

test('a row that the database cannot store fails, and so does no other', async () => {
  const rows = [
    { email: 'a\u0000b', n: 1 },
    { email: 'a\ud800b', n: 2 },
    { email: 'ada@example.com', n: 3 },
  ]
  const content = rows.map(row => JSON.stringify(row)).join('\n')
  const file = { content, filename: 'a.jsonl' }
  const { id } = await startJob(visit, file, { type: 'EVENTS', event_name: 'unstorable' })
  expect(await endOf(visit, id)).toMatchObject({ status: 'SUCCEEDED', processed_rows: 3, failed_rows: 2 })
  expect(await errorsOf(visit, id)).toMatchObject([
    { row: 1, code: 'invalid_email', parameters: { email: 'a\ufffdb' } },
    { row: 2, code: 'invalid_email', parameters: { email: 'a\ufffdb' } },
  ])
  expect(await recorded('unstorable')).toEqual([3])
})

test('a row whose connection breaks is processed again', async () => {
  const broken = [3, 3, 7]
  beforeCommit = row => {
    if (row !== broken[0]) return
    broken.shift()
    throw new Error('The connection was lost')
  }
  const numbers = Array.from({ length: 10 }, (_, index) => index + 1)
  const content = ['email,n', ...numbers.map(n => `${n}@example.com,${n}`)].join('\n')
  const { id } = await startJob(visit, { content, filename: 'a.csv' }, { type: 'EVENTS', event_name: 'connection' })
  expect(await endOf(visit, id)).toMatchObject({ status: 'SUCCEEDED', processed_rows: 10, failed_rows: 0 })
  expect(await recorded('connection')).toEqual(numbers)
  expect(broken).toEqual([])
})

test('a row that deadlocks again and again is processed at last', async () => {
  let deadlocks = 0
  beforeCommit = row => {
    if (row !== 2 || deadlocks === 25) return
    deadlocks += 1
    throw Object.assign(new Error('deadlock detected'), { code: '40P01' })
  }
  const content = 'email,n\n1@example.com,1\n2@example.com,2\n3@example.com,3\n'
  const { id } = await startJob(visit, { content, filename: 'a.csv' }, { type: 'EVENTS', event_name: 'deadlock' })
  expect(await endOf(visit, id)).toMatchObject({ status: 'SUCCEEDED', processed_rows: 3, failed_rows: 0 })
  expect(await recorded('deadlock')).toEqual([1, 2, 3])
  expect(deadlocks).toBe(25)
})

/** Stores a job whose content is a folder: the disk refuses to read it as a file. Returns the path of the content. */
async function queueUnreadable(id: string, format: string): Promise<string> {
  const content = join(filesDir, id)
  await mkdir(content)
  await queueFile(id, format)
  return content
}

async function queueFile(id: string, format: string): Promise<void> {
  await database.query(
    `insert into batch_jobs (batch_job_id, client_id, user_id, name, type, event_name, file_id, format, size, status, created_at)
     values ($1, $2, 'somebody', 'Disk', 'EVENTS', $1, 'disk', $3, 1, 'QUEUED', now())`,
    [id, demo.clientId, format],
  )
  await queueJob(database, id)
}

const refusals = (code = 'EISDIR') => logged.mock.calls.flat().filter(each => String(each).includes(code))

/** Waits for something that the platform does later. */
const later = <T>(check: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(() => {
    ahead += WAIT_MS
    return check()
  }, SOON)

test.each([
  ['CSV', 'email,n\n1@example.com,1\n'],
  ['PSV', 'email|n\n1@example.com|1\n'],
  ['JSON', '[{"email":"1@example.com","n":1}]'],
  ['JSONL', '{"email":"1@example.com","n":1}\n'],
  ['XLSX', workbookFile(textRow('email', 'n') + textRow('1@example.com', '1'))],
])('a job goes on when its %s file can be read again', async (format, file) => {
  const id = `on-disk-${format}`
  const content = await queueUnreadable(id, format)
  await later(() => expect(refusals().length).toBeGreaterThan(3))
  await rmdir(content)
  await writeFile(content, file)
  ahead += WAIT_MS
  expect(await endOf(visit, id)).toMatchObject({ status: 'SUCCEEDED', processed_rows: 1, failed_rows: 0 })
  expect(await recorded(id)).toEqual([1])
})

test.each([
  ['empty', (folder: string) => mkdir(folder)],
  ['missing', async () => {}],
])('a job goes on when the folder of the files is there again that was %s for some time', async (name, unmount) => {
  const away = `${filesDir}-${name}`
  await writeFile(join(filesDir, name), 'email,n\n1@example.com,1\n')
  await rename(filesDir, away)
  await unmount(filesDir)
  await queueFile(name, 'CSV')
  await later(() => expect(refusals('ENOENT')).not.toEqual([]))
  await rm(filesDir, { recursive: true, force: true })
  await rename(away, filesDir)
  ahead += WAIT_MS
  expect(await endOf(visit, name)).toMatchObject({ status: 'SUCCEEDED', processed_rows: 1 })
  expect(await recorded(name)).toEqual([1])
})

test('a job whose file the disk refuses for an hour fails, and holds up no other one until then', async () => {
  for (const id of ['stuck-1', 'stuck-2', 'stuck-3', 'stuck-4']) await queueUnreadable(id, 'CSV')
  await vi.waitUntil(() => refusals().length >= 4, SOON)
  const other = await startJob(visit, { content: 'email\none@example.com\n', filename: 'a.csv' }, { type: 'PERSONS' })
  expect(await endOf(visit, other.id)).toMatchObject({ status: 'SUCCEEDED' })
  const stuck = await later(async () => {
    const job = await jobOf(visit, 'stuck-4')
    expect(job.status).not.toBe('RUNNING')
    return job
  })
  expect(stuck).toMatchObject({
    ...{ status: 'FAILED', processed_rows: 0, failure: 'The platform cannot read the file from its disk (EISDIR)' },
  })
  expect(await database.query('select 1 from jobs where lane = $1', ['stuck-4'])).toEqual([])
  // A full or lost disk can be repaired within that time.
  expect(batchJobs.delaysMs!.map(delay => delay / 1_000)).toEqual([1, 10, 60, 300, 600, 900, 1_800])
})

test('a job goes on after any number of errors of the disk, if it has processed a row before each', async () => {
  const numbers = Array.from({ length: 10 }, (_, index) => index + 1)
  const broken = numbers.slice(1)
  beforeCommit = row => {
    if (row !== broken[0]) return
    broken.shift()
    throw Object.assign(new Error('EIO: i/o error, read'), { code: 'EIO', syscall: 'read' })
  }
  const content = ['email,n', ...numbers.map(n => `${n}@example.com,${n}`)].join('\n')
  const { id } = await startJob(visit, { content, filename: 'a.csv' }, { type: 'EVENTS', event_name: 'flickering' })
  await later(async () => expect(await jobOf(visit, id)).toMatchObject({ status: 'SUCCEEDED', processed_rows: 10 }))
  expect(await recorded('flickering')).toEqual(numbers)
})

test('a job fails if the same row meets an unexpected error again and again', async () => {
  beforeCommit = row => {
    if (row === 2) throw new TypeError('A defect')
  }
  const content = 'email\none@example.com\ntwo@example.com\n'
  const { id } = await startJob(visit, { content, filename: 'a.csv' }, { type: 'EVENTS', event_name: 'defect' })
  expect(await endOf(visit, id)).toMatchObject({
    ...{ status: 'FAILED', processed_rows: 1, failed_rows: 0 },
    failure: 'An unexpected error has stopped the job after row 1',
  })
})

test('a job whose workbook is damaged fails', async () => {
  const rows = Array.from({ length: 200 }, (_, n) => textRow(`${n}@example.com`)).join('')
  const content = workbookFile(textRow('email') + rows)
  const start = Buffer.from(content).indexOf('xl/worksheets/sheet1.xml') + 'xl/worksheets/sheet1.xml'.length
  content.fill(0xff, start, start + 40)
  const { id } = await startJob(visit, { content, filename: 'a.xlsx' }, { type: 'PERSONS' })
  expect(await endOf(visit, id)).toMatchObject({ status: 'FAILED', processed_rows: 0, failure: expect.any(String) })
})
