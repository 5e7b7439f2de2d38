import { execFileSync } from 'node:child_process'
import { constants, mkdtemp, open, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Database, demo } from '../../../../../demo/platform/index.js'
import { SOON } from '../../../../soon.js'
import { startPlatform, testDatabase } from '../../../../start-platform.js'
import { sendTo } from '../../use-platform.js'
import type { Target } from '../files/uploaded-file.js'
import { endOf, errorsOf, startJob } from './batch-job.js'

const ROWS = 20
const filesDir = await mkdtemp(join(tmpdir(), 'restart-'))
let database: Database

beforeAll(async () => {
  database = await testDatabase()
})
afterAll(async () => {
  await database.close()
  await rm(filesDir, { recursive: true })
})

type Process = Target & { end(): Promise<void> }

/** Starts a process of the platform. All of them use the same folder and, unless a test changes it, the same database. */
async function startProcess(used: Database = database): Promise<Process> {
  const platform = await startPlatform({ database: { ...used, close: async () => {} }, filesDir })
  return { platform, send: (path, call) => sendTo(platform, path, call), end: () => platform.close() }
}

/** The database of a process that loses it while row `last` is being processed: after its changes, before the end of the transaction. */
function lostAt(last: number): Database {
  let isLost = false
  const lost = () => new Error('The connection was lost')
  return {
    ...database,
    query: async (sql, params) => (isLost ? Promise.reject(lost()) : database.query(sql, params)),
    transaction: work =>
      database.transaction(async db => {
        const result = await work(db)
        const rows = await db.query(`select 1 from batch_jobs where status = 'RUNNING' and processed_rows >= $1`, [
          last,
        ])
        isLost ||= rows.length > 0
        if (isLost) throw lost()
        return result
      }),
  }
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

async function expectEachRowOnce(target: Target, id: string, name: string) {
  expect(await endOf(target, id)).toMatchObject({ status: 'SUCCEEDED', processed_rows: ROWS, failed_rows: ROWS / 10 })
  expect(await recorded(name)).toEqual(expected)
  const errors: { row: number }[] = await errorsOf(target, id)
  expect(errors.map(({ row }) => row)).toEqual(Array.from({ length: ROWS / 10 }, (_, index) => index * 10 + 1))
}

let second: Process

test('a job goes on after its process has ended in the middle of a row, and each row is processed once', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
  const first = await startProcess(lostAt(7))
  const { id } = await startJob(first, { content: content('restart'), filename: 'a.csv' }, { type: 'EVENTS' })
  await vi.waitUntil(() => logged.mock.calls.flat().some(each => String(each).includes('lost')), SOON)
  await first.end()
  logged.mockRestore()
  const [left] = await database.query('select status, processed_rows from batch_jobs where batch_job_id = $1', [id])
  expect(left).toEqual({ status: 'RUNNING', processed_rows: 6 })
  second = await startProcess()
  await expectEachRowOnce(second, id, 'restart')
})

test('processes that run the same job share its rows, and process each row once', async () => {
  const { id } = await startJob(second, { content: content('shared'), filename: 'a.csv' }, { type: 'EVENTS' })
  const third = await startProcess()
  await expectEachRowOnce(second, id, 'shared')
  await third.end()
})

test('a job whose content is gone fails', async () => {
  await database.query(
    `insert into batch_jobs (batch_job_id, client_id, user_id, name, type, file_id, format, size, status, created_at)
     values ('gone', $1, 'somebody', 'Gone', 'PERSONS', 'gone', 'CSV', 1, 'QUEUED', now())`,
    [demo.clientId],
  )
  await startJob(second, { content: 'email\n', filename: 'a.csv' }, { type: 'PERSONS' })
  const failure = 'The content of the file is no longer there'
  expect(await endOf(second, 'gone')).toMatchObject({ status: 'FAILED', failure })
})

test('a process that is closed leaves its jobs to the next one', async () => {
  const { id } = await startJob(second, { content: content('closed'), filename: 'a.csv' }, { type: 'EVENTS' })
  await second.end()
  second = await startProcess()
  await expectEachRowOnce(second, id, 'closed')
  await second.end()
})

/** Starts a process that ends as one that is killed: after it has lost its database, it stores nothing more. */
async function crash(used: Database, begin = async (_: Process) => {}): Promise<void> {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
  const crashing = await startProcess(used)
  await begin(crashing)
  await vi.waitUntil(() => logged.mock.calls.flat().some(each => String(each).includes('lost')), SOON)
  await crashing.end()
  logged.mockRestore()
}

/** Starts a job in a process that ends while it processes row `last`. */
async function crashAt(last: number, name: string): Promise<string> {
  let id = ''
  await crash(lostAt(last), async crashing => {
    id = (await startJob(crashing, { content: content(name), filename: 'a.csv' }, { type: 'EVENTS' })).id
  })
  return id
}

/** Lets the time pass after which a job counts as left by its process. */
const leave = (id: string) =>
  database.query(`update batch_jobs set touched_at = now() - interval '2 minutes' where batch_job_id = $1`, [id])

test('the next process leaves a job alone for some time that has ended a process without a new row', async () => {
  const id = await crashAt(1, 'left-alone')
  second = await startProcess()
  const other = await startJob(second, { content: content('beside'), filename: 'a.csv' }, { type: 'EVENTS' })
  await expectEachRowOnce(second, other.id, 'beside')
  const [left] = await database.query('select status, processed_rows from batch_jobs where batch_job_id = $1', [id])
  expect(left).toEqual({ status: 'RUNNING', processed_rows: 0 })
  await second.end()
  await leave(id)
  second = await startProcess()
  await expectEachRowOnce(second, id, 'left-alone')
  await second.end()
})

test('a job that has ended two processes at the same row fails, and the next process goes on with other jobs', async () => {
  const id = await crashAt(1, 'deadly')
  await leave(id)
  await crash(lostAt(1))
  await leave(id)
  second = await startProcess()
  expect(await endOf(second, id)).toMatchObject({
    status: 'FAILED',
    processed_rows: 0,
    failure: '2 processes have ended while they read the file or processed row 1',
  })
  const other = await startJob(second, { content: content('other'), filename: 'a.csv' }, { type: 'EVENTS' })
  await expectEachRowOnce(second, other.id, 'other')
  await second.end()
})

test('a job goes on after any number of processes that have ended, if each has processed a row', async () => {
  const id = await crashAt(3, 'slow')
  for (const row of [5, 7, 9]) await crash(lostAt(row))
  second = await startProcess()
  await expectEachRowOnce(second, id, 'slow')
  await second.end()
})

test('a job whose file has ended two processes while they read it fails', async () => {
  const id = 'bomb'
  const path = join(filesDir, id)
  execFileSync('mkfifo', [path])
  await database.query(
    `insert into batch_jobs (batch_job_id, client_id, user_id, name, type, file_id, format, size, status, created_at)
     values ($1, $2, 'somebody', 'Bomb', 'PERSONS', $1, 'CSV', 1, 'QUEUED', now())`,
    [id, demo.clientId],
  )
  for (const _ of [1, 2]) {
    let isLost = false
    const use = <T>(work: () => Promise<T>) => (isLost ? Promise.reject(new Error('The connection was lost')) : work())
    await crash(
      {
        ...database,
        query: (sql, params) => use(() => database.query(sql, params)),
        transaction: work => use(() => database.transaction(work)),
      },
      async () => {
        // A pipe can be opened for writing once the process reads it.
        const pipe = await vi.waitFor(() => open(path, constants.O_WRONLY | constants.O_NONBLOCK), SOON)
        isLost = true
        await pipe.close()
      },
    )
    await leave(id)
  }
  second = await startProcess()
  expect(await endOf(second, id)).toMatchObject({
    status: 'FAILED',
    failure: '2 processes have ended while they read the file or processed row 1',
  })
  await second.end()
})

/** When a process last touched a job that runs. */
async function touchedAt(db: Pick<Database, 'query'>): Promise<number> {
  const [job] = await db.query<{ at: Date | null }>(
    `select max(touched_at) as at from batch_jobs where status = 'RUNNING'`,
  )
  return job!.at?.getTime() ?? 0
}

/** The database of a process that loses it as soon as the process has touched a job after `since`. */
function lostWhenTouched(since: () => number, transaction: Database['transaction'] = database.transaction): Database {
  let isLost = false
  const lost = () => new Error('The connection was lost')
  return {
    ...database,
    async query<T>(sql: string, params?: unknown[]) {
      if (isLost) throw lost()
      const result = await database.query<T>(sql, params)
      isLost ||= (await touchedAt(database)) > since()
      return result
    },
    transaction: work => (isLost ? Promise.reject(lost()) : transaction(work)),
  }
}

test('a job goes on after any number of processes that have ended before they began a row', async () => {
  const id = await crashAt(1, 'unlucky')
  for (const _ of [1, 2, 3]) {
    await leave(id)
    const before = await touchedAt(database)
    await crash(lostWhenTouched(() => before))
  }
  await leave(id)
  second = await startProcess()
  await expectEachRowOnce(second, id, 'unlucky')
  await second.end()
})

/** The database of a process whose connection breaks in the row that it begins. It loses the database before it begins the row again. */
function brokenThenLost(): Database {
  let failedAt = Number.POSITIVE_INFINITY
  return lostWhenTouched(
    () => failedAt,
    work =>
      database.transaction(async db => {
        const result = await work(db)
        const begun = await db.query(`select 1 from batch_jobs where status = 'RUNNING' and processed_rows > 0`)
        if (begun.length === 0) return result
        failedAt = await touchedAt(db)
        throw new Error('The connection broke')
      }),
  )
}

test('a job goes on after any number of processes that have ended after their row, which failed for another reason', async () => {
  const id = await crashAt(1, 'broken')
  for (const _ of [1, 2, 3]) {
    await leave(id)
    await crash(brokenThenLost())
  }
  await leave(id)
  second = await startProcess()
  await expectEachRowOnce(second, id, 'broken')
  await second.end()
})

test('no content of a job is left behind', async () => {
  const files = await database.query<{ file_id: string }>('select file_id from files')
  expect((await readdir(filesDir)).sort()).toEqual(files.map(({ file_id }) => file_id).sort())
})
