import { execFileSync } from 'node:child_process'
import { constants, mkdtemp, open, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Database, demo } from '../../../../../demo/platform/index.js'
import { formats } from '../../../../../demo/platform/rows/format.js'
import { SOON } from '../../../../soon.js'
import { startPlatform, testDatabase } from '../../../../start-platform.js'
import { sendTo } from '../../use-platform.js'
import type { Target } from '../files/uploaded-file.js'
import { contentsIn } from '../files/uploaded-file.js'
import { endOf, errorsOf, jobOf, queueJob, startJob } from './batch-job.js'

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
async function startProcess(used: Database = database, close = async () => {}): Promise<Process> {
  const platform = await startPlatform({ database: { ...used, close }, filesDir })
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
  const [left] = await database.query<{ started_at: Date }>(
    'select status, processed_rows, started_at from batch_jobs where batch_job_id = $1',
    [id],
  )
  expect(left).toEqual({ status: 'RUNNING', processed_rows: 6, started_at: expect.any(Date) })
  await leave(id)
  second = await startProcess()
  await expectEachRowOnce(second, id, 'restart')
  expect(await jobOf(second, id)).toMatchObject({ started_date: left!.started_at.toISOString() })
})

test.each(formats)('a job whose content in %s is gone fails', async format => {
  const id = `gone-${format}`
  await database.query(
    `insert into batch_jobs (batch_job_id, client_id, user_id, name, type, file_id, format, size, status, created_at)
     values ($1, $2, 'somebody', 'Gone', 'PERSONS', 'gone', $3, 1, 'QUEUED', now())`,
    [id, demo.clientId, format],
  )
  await queueJob(database, id)
  const failure = 'The content of the file is no longer there'
  expect(await endOf(second, id)).toMatchObject({ status: 'FAILED', failure, progress: 0 })
})

test('a process that is closed leaves its jobs to the next one, and closes the database as the last', async () => {
  await second.end()
  let isClosed = false
  let late = 0
  const use = <T>(work: () => Promise<T>) => {
    if (isClosed) late += 1
    return work()
  }
  const closed = await startProcess(
    {
      ...database,
      query: (sql, params) => use(() => database.query(sql, params)),
      transaction: work => use(() => database.transaction(work)),
    },
    async () => {
      isClosed = true
    },
  )
  const { id } = await startJob(closed, { content: content('closed'), filename: 'a.csv' }, { type: 'EVENTS' })
  await closed.end()
  expect([isClosed, late]).toEqual([true, 0])
  second = await startProcess()
  await expectEachRowOnce(second, id, 'closed')
  await second.end()
})

test('a job goes on after any number of processes that were closed before its first row', async () => {
  const id = 'unread'
  await writeFile(join(filesDir, id), content(id))
  await database.query(
    `insert into batch_jobs (batch_job_id, client_id, user_id, name, type, file_id, format, size, status, created_at)
     values ($1, $2, 'somebody', 'Unread', 'EVENTS', $1, 'CSV', 1000, 'QUEUED', now())`,
    [id, demo.clientId],
  )
  await queueJob(database, id)
  for (const _ of [1, 2, 3]) {
    let isBegun = false
    let close = () => {}
    const closing = new Promise<void>(resolve => {
      close = resolve
    })
    const process = await startProcess({
      ...database,
      async query<T>(sql: string, params?: unknown[]) {
        const result = await database.query<T>(sql, params)
        if (!sql.startsWith('update batch_jobs set attempts = attempts + 1')) return result
        isBegun = true
        await closing
        return result
      },
    })
    await vi.waitUntil(() => isBegun, SOON)
    const ended = process.end()
    // By then the signal stops the job.
    await setImmediate()
    close()
    await ended
    expect(await recorded(id)).toEqual([])
  }
  second = await startProcess()
  await expectEachRowOnce(second, id, id)
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

/** Lets the time pass after which the process of a job counts as ended. A process on an embedded database knows it at its start. */
const leave = (id: string) => database.query('update jobs set lease = null where lane = $1', [id])

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
  for (const row of [5, 7, 9]) {
    await leave(id)
    await crash(lostAt(row))
  }
  await leave(id)
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
  await queueJob(database, id)
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

test('a process that is closed while it reads up to the row where it goes on reads no further', async () => {
  const id = 'long'
  const path = join(filesDir, id)
  execFileSync('mkfifo', [path])
  await database.query(
    `insert into batch_jobs (batch_job_id, client_id, user_id, name, type, file_id, format, size, status, processed_rows, created_at)
     values ($1, $2, 'somebody', 'Long', 'PERSONS', $1, 'CSV', 1000, 'RUNNING', 3, now())`,
    [id, demo.clientId],
  )
  await queueJob(database, id)
  const process = await startProcess()
  const pipe = await vi.waitFor(() => open(path, constants.O_WRONLY | constants.O_NONBLOCK), SOON)
  await pipe.write('email\n')
  const ended = process.end()
  // By then the signal stops the job. The file never ends.
  await setImmediate()
  await pipe.write('1@example.com\n2@example.com\n')
  await ended
  await pipe.close()
  await database.query('delete from jobs where lane = $1', [id])
  await database.query('delete from batch_jobs where batch_job_id = $1', [id])
  await rm(path)
})

/** The database of a process that loses it as soon as the process has taken a job. */
function lostWhenTaken(): Database {
  let isLost = false
  const lost = () => new Error('The connection was lost')
  return {
    ...database,
    async query<T>(sql: string, params?: unknown[]) {
      if (isLost) throw lost()
      const result = await database.query<T>(sql, params)
      isLost ||= (await database.query('select 1 from jobs where lease is not null')).length > 0
      return result
    },
    transaction: work => (isLost ? Promise.reject(lost()) : database.transaction(work)),
  }
}

test('a job goes on after any number of processes that have ended before they began a row', async () => {
  const id = await crashAt(1, 'unlucky')
  for (const _ of [1, 2, 3]) {
    await leave(id)
    await crash(lostWhenTaken())
  }
  await leave(id)
  second = await startProcess()
  await expectEachRowOnce(second, id, 'unlucky')
  await second.end()
})

/** The attempts at the next row of the job that runs. */
async function attemptsOf(id: string): Promise<number> {
  const [job] = await database.query<{ attempts: number }>('select attempts from batch_jobs where batch_job_id = $1', [
    id,
  ])
  return job!.attempts
}

/** The database of a process whose connection breaks in the row that it begins. It loses the database before it begins the row again. */
function brokenThenLost(id: string): Database {
  let broken: { attempts: number } | undefined
  let isLost = false
  const lost = () => new Error('The connection was lost')
  return {
    ...database,
    async query<T>(sql: string, params?: unknown[]) {
      if (isLost) throw lost()
      const result = await database.query<T>(sql, params)
      // The process has said that it lives: its attempt does not count.
      isLost ||= broken !== undefined && (await attemptsOf(id)) < broken.attempts
      return result
    },
    async transaction(work) {
      if (isLost) throw lost()
      const attempts = await attemptsOf(id)
      return database.transaction(async db => {
        const result = await work(db)
        const begun = await db.query(`select 1 from batch_jobs where batch_job_id = $1 and processed_rows > 0`, [id])
        if (begun.length === 0) return result
        broken = { attempts }
        throw new Error('The connection broke')
      })
    },
  }
}

test('a job goes on after any number of processes that have ended after their row, which failed for another reason', async () => {
  const id = await crashAt(1, 'broken')
  for (const _ of [1, 2, 3]) {
    await leave(id)
    await crash(brokenThenLost(id))
  }
  await leave(id)
  second = await startProcess()
  await expectEachRowOnce(second, id, 'broken')
  await second.end()
})

test('no content of a job is left behind', async () => {
  const files = await database.query<{ file_id: string }>('select file_id from files')
  expect((await contentsIn(filesDir)).sort()).toEqual(files.map(({ file_id }) => file_id).sort())
})
