import { setImmediate } from 'node:timers/promises'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { wireNames } from '../../../../demo/platform/http/wire-names.js'
import { type Database, demo } from '../../../../demo/platform/index.js'
import { retryDeadJobs } from '../../../../demo/platform/jobs/dead-jobs.js'
import { addJob } from '../../../../demo/platform/jobs/job.js'
import type { JobKind, LeasedKind, Outcome, TransactionKind } from '../../../../demo/platform/jobs/job-kind.js'
import { BEFORE_REQUEST, type Queue, startQueue } from '../../../../demo/platform/jobs/queue.js'
import { settingsFrom } from '../../../../demo/platform/options.js'
import { batchJobs } from '../../../../demo/platform/server/batch-jobs/run-job.js'
import { DatabaseUnavailable } from '../../../../demo/platform/store/database-error.js'
import { SOON } from '../../../soon.js'
import { PROGRAM, SERVER, SHOP, startPlatform, testDatabase } from '../../../start-platform.js'

const database = await testDatabase()
const platform = await startPlatform({ database: { ...database, close: async () => {} } })
const { secrets } = platform
await platform.close()
afterAll(() => database.close())

/** How often a process looks by the clock. */
const TICK_MS = 1_000

let now = Date.UTC(2026, 4, 1)
const queues: Queue[] = []
const gates: (() => void)[] = []
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
})
afterEach(async () => {
  for (const open of gates.splice(0)) open()
  for (const queue of queues.splice(0)) await queue.stop()
  vi.useRealTimers()
  await database.query(`delete from jobs where kind = 'test'`)
})

/** The dependencies of a process. Its clock can be ahead. */
const domainOf = (aheadMs = 0) => ({
  // As if each process could use it, also if it is embedded.
  db: { ...database, isShared: true } satisfies Database,
  settings: settingsFrom({
    ...{ programOrigin: PROGRAM, serverOrigin: SERVER, landingUrl: SHOP, allowedOrigins: [] },
    now: () => now + aheadMs,
  }),
  names: wireNames('svc'),
  secrets,
  clientId: demo.clientId,
})

/** Starts the queue of a process. */
function startProcess(kind: JobKind, aheadMs?: number): Queue {
  const queue = startQueue(domainOf(aheadMs), [kind])
  queues.push(queue)
  return queue
}

const add = async (...ids: string[]) => {
  for (const id of ids) await addJob(domainOf(), { job_id: id, kind: 'test', lane: id[0]!, payload: null })
}
const waiting = () =>
  database
    .query<{ job_id: string }>(`select job_id from jobs where kind = 'test' order by position`)
    .then(jobs => jobs.map(j => j.job_id))
/** How often another process must see that a lease was not renewed. */
const ENDED_AFTER = 30

const tick = (count = 1) => vi.advanceTimersByTimeAsync(count * TICK_MS)

/** Polls while the clock goes on: a busy machine may need more ticks. */
const pollTicking = <T>(read: () => T | Promise<T>) =>
  expect.poll(
    async () => {
      await tick()
      return read()
    },
    { ...SOON, interval: 10 },
  )

const inTransaction = (run: TransactionKind['run'], settings: Partial<TransactionKind> = {}): TransactionKind => ({
  ...{ name: 'test', title: 'Test', atOnce: 4 },
  ...settings,
  run,
})
const leased = (work: (id: string, signal: AbortSignal) => Promise<unknown>, perLane = 1): LeasedKind => ({
  ...{ name: 'test', title: 'Test', atOnce: 8, perLane },
  async work(_, { job_id }, signal) {
    await work(job_id, signal)
    return async () => undefined
  },
})

/** A promise that a test resolves. */
function gate() {
  let open = () => {}
  const opened = new Promise<void>(resolve => {
    open = resolve
  })
  gates.push(() => open())
  return { opened, open: () => open() }
}

test('a job that conflicts with other work runs again at once, and one that is added again has the new time', async () => {
  const ran: string[] = []
  const queue = startProcess(
    inTransaction(async (_, { job_id, failures }) => {
      ran.push(`${job_id} ${failures}`)
      if (ran.length === 1) throw Object.assign(new Error('Deadlock'), { code: '40P01' })
      return undefined
    }),
  )
  const job = { job_id: 'a', kind: 'test', lane: 'a', payload: null }
  await addJob(domainOf(), { ...job, runAt: new Date(now + 1_000) })
  await addJob(domainOf(), { ...job, runAt: new Date(now) })
  await queue.idle('test')
  expect([ran, await waiting()]).toEqual([['a 0', 'a 0'], []])
})

test('the work of a moment is what is due and what follows from it; what recurs waits for the next look', async () => {
  const ran: string[] = []
  const once = inTransaction(async (domain, { job_id }) => {
    ran.push(job_id)
    if (job_id === 'a') await addJob(domain, { job_id: 'b', kind: 'test', lane: 'b', payload: null })
    return undefined
  })
  const recurring = inTransaction(
    async () => {
      ran.push('recurring')
      return new Date(now + 1_000)
    },
    { name: 'recurring', recurs: true },
  )
  const queue = startQueue(domainOf(), [once, recurring])
  queues.push(queue)
  await queue.idle('recurring')
  now += 1_000
  await add('a')
  await queue.runDue()
  expect(ran).toEqual(['recurring', 'a', 'b'])
  await tick()
  await queue.idle('recurring')
  expect(ran).toEqual(['recurring', 'a', 'b', 'recurring'])
})

test('the work of a moment ends after that which the process has begun before', async () => {
  const order: string[] = []
  const begun = gate()
  const end = gate()
  const queue = startProcess(
    leased(async () => {
      begun.open()
      await end.opened
      order.push('job')
    }),
  )
  await add('a')
  queue.wake('test')
  await begun.opened
  const moment = queue.runDue().then(() => order.push('moment'))
  for (let looks = 0; looks < 5; looks += 1) await waiting()
  end.open()
  await moment
  expect(order).toEqual(['job', 'moment'])
})

test('a request waits for the first jobs that are due, not for those of all clients', async () => {
  const others = gate()
  const goesOn = gate()
  let runs = 0
  const queue = startProcess(
    inTransaction(
      async () => {
        runs += 1
        if (runs > BEFORE_REQUEST) {
          goesOn.open()
          await others.opened
        }
        return undefined
      },
      { beforeRequests: true },
    ),
  )
  await queue.idle('test')
  await add(...Array.from({ length: 2 * BEFORE_REQUEST }, (_, number) => `${number}`))
  await queue.catchUp()
  expect(runs).toBeGreaterThanOrEqual(BEFORE_REQUEST)
  // The others do not wait for the clock.
  await goesOn.opened
  others.open()
  await expect.poll(waiting, SOON).toEqual([])
})

test('a request looks again a second after the last look, and at once if the clock was set back', async () => {
  const ran: string[] = []
  const queue = startProcess(
    inTransaction(
      async (_, { job_id }) => {
        ran.push(job_id)
        return undefined
      },
      { beforeRequests: true },
    ),
  )
  await queue.idle('test')
  for (const [id, aheadMs, expected] of [
    ['a', 0, ['a']],
    ['b', 999, ['a']],
    ['c', 1, ['a', 'b', 'c']],
    ['d', -999, ['a', 'b', 'c']],
    ['e', -1, ['a', 'b', 'c', 'e']],
  ] as const) {
    now += aheadMs
    await add(id)
    await queue.catchUp()
    expect(ran).toEqual(expected)
  }
})

test('requests get their turn between two jobs', async () => {
  let ran = 0
  const queue = startProcess(
    inTransaction(async () => {
      ran += 1
      return undefined
    }),
  )
  await queue.idle('test')
  await add(...Array.from({ length: 20 }, (_, number) => `${number}`))
  let ranBefore = 0
  queue.wake('test')
  const turn = setImmediate().then(() => {
    ranBefore = ran
  })
  await queue.idle('test')
  await turn
  expect(ran).toBe(20)
  expect(ranBefore).toBeLessThan(20)
})

test('a look that fails is logged: a request goes on, and the next look by the clock finds what is due', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
  const error = new Error('No connection')
  let isBroken = false
  const query: Database['query'] = (sql, params) => (isBroken ? Promise.reject(error) : database.query(sql, params))
  const domain = domainOf()
  const kind = inTransaction(async () => undefined, { beforeRequests: true })
  const queue = startQueue({ ...domain, db: { ...domain.db, query } }, [kind])
  queues.push(queue)
  await queue.idle('test')
  isBroken = true
  await queue.catchUp()
  expect(logged.mock.calls).toEqual([[error]])
  await tick()
  await expect.poll(() => logged.mock.calls, SOON).toEqual([[error], [error]])
  isBroken = false
  await add('a')
  await tick()
  await expect.poll(waiting, SOON).toEqual([])
  logged.mockRestore()
})

test('a job that fails is tried again later and later, then stays for somebody to look at', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
  let runs = 0
  const queue = startProcess(
    inTransaction(async () => {
      runs += 1
      throw new Error('Out of order\u0000')
    }),
  )
  await add('a')
  const after = async (seconds: number) => {
    now += seconds * 1000
    await queue.idle('test')
    return runs
  }
  expect([await after(0), await after(0.9), await after(0.1), await after(10), await after(60)]).toEqual([
    1, 1, 2, 3, 4,
  ])
  expect([await after(600), await after(86_400)]).toEqual([5, 5])
  expect(
    await database.query(`select failures, failure, died_at is not null as is_dead from jobs where kind = 'test'`),
  ).toEqual([{ failures: 5, failure: 'Out of order\u{FFFD}', is_dead: true }])
  // It gets all attempts again.
  await add('a')
  expect([await after(0), await after(1)]).toEqual([6, 7])
  logged.mockRestore()
})

test('work that recurs is tried again however often it fails', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
  let runs = 0
  const failing = async () => {
    runs += 1
    throw new Error('Out of order')
  }
  const queue = startProcess(inTransaction(failing, { recurs: true }))
  for (const [before, seconds] of [0, 1, 10, 60, 600, 600, 600].entries()) {
    now += seconds * 1_000
    await queue.idle('test')
    expect(runs).toBe(before + 1)
  }
  expect(await state()).toEqual([{ failures: 7, failure: 'Out of order', is_dead: false }])
  logged.mockRestore()
})

test.each<[string, (run: (id: string) => void) => JobKind]>([
  [
    'in transactions',
    run =>
      inTransaction(
        async (_, { job_id }) => {
          run(job_id)
          return undefined
        },
        { atOnce: 1 },
      ),
  ],
  ['outside of transactions', run => ({ ...leased(async id => run(id)), atOnce: 1 })],
])('jobs %s run in the order in which they are due, those of one time in the order of their acceptance', async (_, kindOf) => {
  const ran: string[] = []
  await add('a')
  for (const [id, seconds] of [
    ['b', 3],
    ['c', 1],
    ['d', 2],
    ['e', 1],
  ] as const)
    await addJob(domainOf(), {
      ...{ job_id: id, kind: 'test', lane: id, payload: null },
      runAt: new Date(now + seconds * 1_000),
    })
  now += 3_000
  await startProcess(kindOf(id => ran.push(id))).idle('test')
  expect(ran).toEqual(['a', 'c', 'e', 'd', 'b'])
})

test('a job waits for the one before it in its lane, until that is done or has failed for the last time', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
  const ran: string[] = []
  const queue = startProcess(
    inTransaction(
      async (_, { job_id }) => {
        if (job_id === 'a1') throw new Error('Out of order')
        ran.push(job_id)
        return undefined
      },
      { inOrder: true },
    ),
  )
  await add('a1', 'a2', 'b1')
  for (const seconds of [0, 1, 10, 60]) {
    now += seconds * 1_000
    await queue.idle('test')
    expect(ran).toEqual(['b1'])
  }
  now += 600_000
  await queue.idle('test')
  expect([ran, await waiting()]).toEqual([['b1', 'a2'], ['a1']])
  logged.mockRestore()
})

test('a job that runs again has all its attempts again', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
  let runs = 0
  const queue = startProcess(
    inTransaction(async () => {
      runs += 1
      if (runs % 4) throw new Error(`Out of order ${'x'.repeat(1_000)}`)
      return new Date(now)
    }),
  )
  await add('a')
  for (const [seconds, expected] of [
    [0, 1],
    [1, 2],
    [10, 3],
    // The fourth run succeeds, and the fifth one, which follows at once, has one failure.
    [60, 5],
    [1, 6],
  ] as const) {
    now += seconds * 1_000
    await queue.idle('test')
    expect(runs).toBe(expected)
  }
  const [job] = await database.query<{ failures: number; failure: string }>(
    `select failures, failure from jobs where kind = 'test'`,
  )
  expect([job!.failures, job!.failure.length]).toEqual([2, 500])
  logged.mockRestore()
})

test('a job that runs outside of transactions is cleaned up once, after the run that ends it', async () => {
  const outcomes = [{ failed: 'Out of order' }, new Date(now), undefined]
  const cleanedUpAfter: number[] = []
  let runs = 0
  const queue = startProcess({
    ...leased(async () => {}),
    async work() {
      runs += 1
      return async () => outcomes[runs - 1]
    },
    async cleanUp() {
      cleanedUpAfter.push(runs)
    },
  })
  await add('a')
  await queue.idle('test')
  now += 1_000
  await queue.idle('test')
  expect([runs, cleanedUpAfter, await waiting()]).toEqual([3, [3], []])
})

test('a job that another process runs outside of a transaction is left alone, also if a clock is ahead', async () => {
  const answer = gate()
  const began: string[] = []
  const kind = leased(async id => {
    began.push(id)
    if (began.length === 1) await answer.opened
  })
  startProcess(kind)
  await add('a')
  await tick()
  await expect.poll(() => began, SOON).toEqual(['a'])
  const other = startProcess(kind, 86_400_000)
  for (let count = 0; count < 9; count += 1) {
    const before = await beatOf('a')
    await tick(ENDED_AFTER / 3)
    await other.runDue()
    expect(began).toEqual(['a'])
    await pollTicking(() => beatOf('a')).toBeGreaterThan(before)
  }
  answer.open()
  await expect.poll(waiting, SOON).toEqual([])
  expect(began).toEqual(['a'])
})

/** How often the process that runs a job has renewed its lease. */
async function beatOf(id: string): Promise<number> {
  const [job] = await database.query<{ beat: number }>('select beat from jobs where job_id = $1', [id])
  return job!.beat
}

test('a job whose process was killed runs again, and a late result of the first run changes nothing', async () => {
  const answers = [gate(), gate()] as const
  const results: number[] = []
  let cleanUps = 0
  let runs = 0
  const kind: LeasedKind = {
    ...leased(async () => {}),
    async work() {
      runs += 1
      const run = runs
      await answers[run - 1]!.opened
      return async () => {
        results.push(run)
        return undefined
      }
    },
    async cleanUp() {
      cleanUps += 1
    },
  }
  // A process whose timers no longer run renews nothing.
  vi.useRealTimers()
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const killed = startProcess(kind)
  await add('a')
  killed.wake('test')
  await expect.poll(() => runs, SOON).toBe(1)
  vi.clearAllTimers()
  startProcess(kind)
  await pollTicking(() => runs).toBe(2)
  answers[0].open()
  await killed.idle('test')
  expect([results, cleanUps, await waiting()]).toEqual([[], 0, ['a']])
  answers[1].open()
  await expect.poll(waiting, SOON).toEqual([])
  expect(results).toEqual([2])
})

test('a process that renews its lease at the last moment keeps its job', async () => {
  await add('a')
  await database.query(`update jobs set lease = 'of another process' where job_id = 'a'`)
  const began: string[] = []
  let renewals = 0
  const query: Database['query'] = async (sql, params) => {
    if (sql.startsWith('update jobs set lease = null, ended_processes')) {
      renewals += 1
      await database.query('update jobs set beat = beat + 1')
    }
    return database.query(sql, params)
  }
  const domain = domainOf()
  queues.push(startQueue({ ...domain, db: { ...domain.db, query } }, [leased(async id => began.push(id))]))
  await pollTicking(() => renewals).toBe(1)
  await tick(2)
  expect([began, await database.query('select lease from jobs where job_id = $1', ['a'])]).toEqual([
    [],
    [{ lease: 'of another process' }],
  ])
})

test('a job runs again when the database is back that did not take its result, however often that happens', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
  const LOST = 3
  const began: string[] = []
  let isAway = false
  const domain = domainOf()
  const transaction: Database['transaction'] = work =>
    isAway ? Promise.reject(new DatabaseUnavailable(new Error('No connection'))) : database.transaction(work)
  const kind = leased(async id => {
    began.push(id)
    isAway = began.length <= LOST
  })
  const queue = startQueue({ ...domain, db: { ...domain.db, transaction } }, [kind])
  queues.push(queue)
  await add('a')
  queue.wake('test')
  for (let lost = 1; lost <= LOST; lost += 1) {
    await expect.poll(() => logged.mock.calls, SOON).toHaveLength(lost)
    isAway = false
    // It may be what the database cannot do: it does not run again at once.
    await tick()
    await queue.idle('test')
    expect(began).toHaveLength(lost)
    await pollTicking(() => began).toHaveLength(lost + 1)
  }
  await expect.poll(waiting, SOON).toEqual([])
  expect(began).toEqual(['a', 'a', 'a', 'a'])
  expect(new Set(logged.mock.calls.flat())).toEqual(new Set(['The database cannot be used: No connection']))
  logged.mockRestore()
})

test('a job that a process has taken without learning it runs again, as if no process had ended', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
  const { db, ...domain } = domainOf()
  let lost = 0
  const query: Database['query'] = async (sql, params) => {
    const result = await database.query<never>(sql, params)
    if (!sql.startsWith('update jobs set lease = $2') || result.length === 0 || lost === 3) return result
    lost += 1
    throw new DatabaseUnavailable(new Error('No answer'))
  }
  const began: string[] = []
  const queue = startQueue({ ...domain, db: { ...db, query } }, [leased(async id => began.push(id))])
  queues.push(queue)
  await add('a')
  await expect
    .poll(async () => {
      await tick()
      return await waiting()
    }, SOON)
    .toEqual([])
  expect([lost, began]).toEqual([3, ['a']])
  logged.mockRestore()
})

test('a process that stops gives back a job whose result it could not store', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
  const { db, ...domain } = domainOf()
  let isAway = false
  const transaction: Database['transaction'] = work =>
    isAway ? Promise.reject(new DatabaseUnavailable(new Error('No connection'))) : database.transaction(work)
  const kind = leased(async () => {
    isAway = true
  })
  const queue = startQueue({ ...domain, db: { ...db, transaction } }, [kind])
  await add('a')
  queue.wake('test')
  await expect.poll(() => logged.mock.calls, SOON).toHaveLength(1)
  await queue.stop()
  expect(await database.query(`select lease, ended_processes from jobs where kind = 'test'`)).toEqual([
    { lease: null, ended_processes: 0 },
  ])
  logged.mockRestore()
})

test('looks that have waited for one that hung take no job of a process that lives', async () => {
  const done = gate()
  const began: string[] = []
  const kind = leased(async id => {
    began.push(id)
    await done.opened
  })
  startProcess(kind)
  await add('a')
  await expect
    .poll(async () => {
      await tick()
      return began
    }, SOON)
    .toEqual(['a'])
  const hung = gate()
  const { db, ...domain } = domainOf()
  let looks = 0
  const query: Database['query'] = async (sql, params) => {
    if (sql.startsWith('select lease, beat')) {
      looks += 1
      if (looks === 1) await hung.opened
    }
    return database.query(sql, params)
  }
  queues.push(startQueue({ ...domain, db: { ...db, query } }, [kind]))
  await expect.poll(() => looks, SOON).toBe(1)
  const start = performance.now()
  let seconds = 0
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => start + seconds * 1_000)
  for (seconds = 0; seconds < 40; seconds += 1) await tick()
  hung.open()
  // The looks of the last ten seconds are made.
  await expect.poll(() => looks, SOON).toBeGreaterThan(8)
  clock.mockRestore()
  await tick()
  expect(looks).toBeLessThan(15)
  expect(began).toEqual(['a'])
})

/** A job whose runs end as it is said, one after the other: with an outcome, or with the process, as all others do. */
function endingWith(...outcomes: (Outcome | 'process')[]) {
  const deaths: string[] = []
  let runs = 0
  const kind: LeasedKind = {
    ...leased(async () => {}),
    async work() {
      runs += 1
      const outcome = runs > outcomes.length ? 'process' : outcomes[runs - 1]
      if (outcome === 'process') await gate().opened
      return async () => (outcome === 'process' ? undefined : outcome)
    },
    async afterDeath(_, { job_id }) {
      deaths.push(job_id)
    },
  }
  return { kind, deaths, runs: () => runs }
}

/** What a killed process waits for. */
const NEVER = new Promise<never>(() => {})
let started = 0

/** Starts a process after the one before was killed: no statement of that one reaches the database any more. */
function startAfterKill(kind: JobKind, isShared = true): Queue {
  vi.clearAllTimers()
  // A killed process never stops.
  queues.splice(0)
  started += 1
  const number = started
  const query: Database['query'] = (...statement) => (number === started ? database.query(...statement) : NEVER)
  const transaction: Database['transaction'] = work => (number === started ? database.transaction(work) : NEVER)
  const domain = domainOf()
  const queue = startQueue({ ...domain, db: { ...domain.db, query, transaction, isShared } }, [kind])
  queues.push(queue)
  return queue
}

const state = () =>
  database.query(`select failures, failure, died_at is not null as is_dead from jobs where kind = 'test'`)

test.each([
  ['shared', true],
  ['embedded', false],
])('a job under which two processes have ended says so, and waits for somebody, on a database that is %s', async (_, isShared) => {
  const { kind, deaths, runs } = endingWith()
  await add('a')
  for (const run of [1, 2]) {
    startAfterKill(kind, isShared)
    await pollTicking(runs).toBe(run)
    expect(deaths).toEqual([])
  }
  const queue = startAfterKill(kind, isShared)
  const failure = '2 processes have ended while they did this'
  await pollTicking(state).toEqual([{ failures: 0, failure, is_dead: true }])
  expect([runs(), deaths]).toEqual([2, ['a']])
  // It gets all chances again.
  await retryDeadJobs(domainOf(), 'a')
  queue.wake('test')
  await pollTicking(runs).toBe(3)
  startAfterKill(kind, isShared)
  await pollTicking(runs).toBe(4)
})

test('a job that ends its process does not end the jobs that run beside it', async () => {
  const began: string[] = []
  const deaths: string[] = []
  let process = 0
  const kind: LeasedKind = {
    ...leased(async id => {
      began.push(`${process} ${id}`)
      if (process === 1 || id === 'poison') await gate().opened
    }),
    async afterDeath(_, { job_id }) {
      deaths.push(job_id)
    },
  }
  await add('poison', 'innocent', 'other')
  for (process = 1; process <= 2; process += 1) {
    await startAfterKill(kind, false)
    await expect.poll(() => began, SOON).toContain(`${process} poison`)
    if (process === 1) await expect.poll(() => began, SOON).toHaveLength(3)
  }
  const queue = await startAfterKill(kind, false)
  await expect
    .poll(async () => {
      queue.wake('test')
      return await waiting()
    }, SOON)
    .toEqual(['poison'])
  expect(began.slice(3)).toEqual(['2 poison', '3 innocent', '3 other'])
  expect(deaths).toEqual(['poison'])
})

test('jobs under which a process has ended run one at a time, until the first has got further than before', async () => {
  const began: string[] = []
  const goOn = new Map<string, () => void>()
  const kind: LeasedKind = {
    ...leased(async () => {}),
    async work(_, { job_id }, _signal, goesOn) {
      began.push(job_id)
      goOn.set(job_id, goesOn)
      await gate().opened
      return async () => undefined
    },
  }
  await add('one', 'two', 'new')
  await database.query(`update jobs set ended_processes = 1 where job_id in ('one', 'two')`)
  const queue = startProcess(kind)
  await expect.poll(() => began, SOON).toEqual(['one', 'new'])
  goOn.get('new')!()
  queue.wake('test')
  await tick()
  expect(began).toEqual(['one', 'new'])
  goOn.get('one')!()
  await pollTicking(() => began).toEqual(['one', 'new', 'two'])
})

test.each<[string, Outcome]>([
  ['runs again', new Date(now)],
  ['has failed', { failed: 'Out of order' }],
])('the processes that have ended under a job no longer count when it %s', async (_, outcome) => {
  const { kind, deaths, runs } = endingWith('process', outcome, 'process', undefined)
  await add('a')
  startAfterKill(kind)
  await pollTicking(runs).toBe(1)
  const queue = startAfterKill(kind)
  await pollTicking(runs).toBeGreaterThan(1)
  await pollTicking(() => {
    // The job that has failed runs again a second after its result is stored.
    now += 1_000
    queue.wake('test')
    return runs()
  }).toBe(3)
  startAfterKill(kind)
  await pollTicking(waiting).toEqual([])
  expect([runs(), deaths]).toEqual([4, []])
})

test('a process begins at its start with what is due, and looks again each second', async () => {
  await add('a')
  const began: string[] = []
  startProcess(leased(async id => began.push(id)))
  await expect.poll(waiting, SOON).toEqual([])
  expect(began).toEqual(['a'])
  await add('b')
  await tick()
  await expect.poll(() => began, SOON).toEqual(['a', 'b'])
})

test('a process on an embedded database begins at its start with what an ended process has left', async () => {
  await add('a')
  await database.query(`update jobs set lease = 'of a process that has ended' where job_id = 'a'`)
  const began: string[] = []
  const domain = domainOf()
  const embedded = { ...domain, db: { ...domain.db, isShared: false } }
  const queue = startQueue(embedded, [leased(async id => began.push(id))])
  queues.push(queue)
  await queue.idle('test')
  expect(began).toEqual(['a'])
})

/** Stops a queue that waits for `open`. */
async function expectStopAfter(queue: Queue, open: () => void) {
  let isStopped = false
  const stopping = queue.stop().then(() => {
    isStopped = true
  })
  // No statement: on the embedded database it would wait for the open transaction of a job.
  for (let turns = 0; turns < 20; turns += 1) await setImmediate()
  expect(isStopped).toBe(false)
  open()
  await stopping
}

test('a process that stops waits for its look at the jobs', async () => {
  const look = gate()
  let isLooking = false
  const beforeLook = () => {
    isLooking = true
    return look.opened
  }
  const queue = startQueue(domainOf(), [inTransaction(async () => undefined)], { beforeLook })
  queues.push(queue)
  await expect.poll(() => isLooking, SOON).toBe(true)
  await expectStopAfter(queue, look.open)
})

test('a process that stops waits for a request that asks for the first jobs', async () => {
  const answer = gate()
  let isAsked = false
  const domain = domainOf()
  const query: Database['query'] = async (...statement) => {
    if (isAsked) await answer.opened
    return database.query(...statement)
  }
  const queue = startQueue({ ...domain, db: { ...domain.db, query } }, [
    inTransaction(async () => undefined, { beforeRequests: true }),
  ])
  queues.push(queue)
  await queue.idle('test')
  isAsked = true
  void queue.catchUp()
  await expectStopAfter(queue, answer.open)
})

test('a job goes on after any number of processes that have stopped while they did it', async () => {
  await add('a')
  for (const _ of [1, 2, 3]) {
    const stopped = startProcess(
      leased((_, signal) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))),
    )
    stopped.wake('test')
    await expect.poll(() => database.query('select 1 from jobs where lease is not null'), SOON).toHaveLength(1)
    await stopped.stop()
  }
  const done: string[] = []
  await startProcess(leased(async id => done.push(id))).idle('test')
  expect(done).toEqual(['a'])
})

test('a process that stops while it takes a job gives it back, and does not begin it', async () => {
  const answer = gate()
  let isTaken = false
  const domain = domainOf()
  const query: Database['query'] = async (sql, params) => {
    const rows = await database.query(sql, params)
    if (!sql.startsWith('update jobs set lease = $2')) return rows as never
    isTaken = true
    await answer.opened
    return rows as never
  }
  const began: string[] = []
  const stopped = startQueue({ ...domain, db: { ...domain.db, query } }, [leased(async id => began.push(id))])
  queues.push(stopped)
  await add('a')
  stopped.wake('test')
  await expect.poll(() => isTaken, SOON).toBe(true)
  const stop = stopped.stop()
  answer.open()
  await stop
  expect(began).toEqual([])
  expect(await database.query(`select lease from jobs where kind = 'test'`)).toEqual([{ lease: null }])
})

test('at most four batch jobs run at a time in a process, the oldest first', async () => {
  const running = gate()
  const began: string[] = []
  const queue = startProcess({
    ...leased(async id => {
      began.push(id)
      await running.opened
    }),
    ...{ atOnce: batchJobs.atOnce, perLane: batchJobs.perLane },
  })
  await add('f', 'e', 'd', 'c', 'b', 'a')
  queue.wake('test')
  await expect.poll(() => began, SOON).toEqual(['f', 'e', 'd', 'c'])
  // A tick takes no more.
  await tick()
  expect(await database.query('select 1 from jobs where lease is not null')).toHaveLength(4)
  running.open()
  await expect.poll(waiting, SOON).toEqual([])
  expect(began).toEqual(['f', 'e', 'd', 'c', 'b', 'a'])
})

test('a slow lane holds up no other one', async () => {
  const slow = gate()
  const done: string[] = []
  const queue = startProcess(
    leased(async id => {
      if (id.startsWith('a')) await slow.opened
      done.push(id)
    }, 2),
  )
  await add('a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'b3')
  queue.wake('test')
  await expect.poll(waiting, SOON).toEqual(['a1', 'a2', 'a3', 'a4'])
  expect(done.sort()).toEqual(['b1', 'b2', 'b3'])
  expect(await database.query('select 1 from jobs where lease is not null')).toHaveLength(2)
  slow.open()
  await expect.poll(waiting, SOON).toEqual([])
})
