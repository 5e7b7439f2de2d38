import { afterAll, afterEach, describe, expect, inject, test, vi } from 'vitest'
import { type Database, demo, type Platform } from '../../../../demo/platform/index.js'
import { SOON } from '../../../soon.js'
import { startPlatform, testDatabase } from '../../../start-platform.js'
import { codeOf, sendTo, server } from '../use-platform.js'

const database = await testDatabase()
afterAll(() => database.close())

/** The clock of the platforms, in milliseconds. It ticks, so that the order of the recorded events can be seen. */
let clock = Date.UTC(2026, 4, 1, 12)
const now = () => {
  clock += 1
  return clock
}

/** Those of the current test. */
const processes: Platform[] = []
afterEach(async () => {
  for (const each of processes.splice(0)) await each.close()
})

/** Starts a process of the platform. All of them use one database, which one of them can lose. */
async function startProcess(used: Database = database): Promise<Platform> {
  const platform = await startPlatform({ database: { ...used, close: async () => {} }, now })
  processes.push(platform)
  return platform
}

/** The database of a process that is killed by `kill`: from then on it changes nothing. */
function untilKilled(): { database: Database; kill(): void } {
  let isKilled = false
  const check = () => {
    if (isKilled) throw new Error('The process was killed')
  }
  const killed: Database = {
    ...database,
    async query(sql, params) {
      check()
      return database.query(sql, params)
    },
    async transaction(work) {
      check()
      return database.transaction(async db => {
        const result = await work(db)
        check()
        return result
      })
    },
  }
  const kill = () => {
    isKilled = true
  }
  return { database: killed, kill }
}

const submit = (platform: Platform, name: string, data: object) =>
  sendTo(platform, `${server}/v6/async-events/${name}`, { token: demo.serverToken, json: data })

async function accepted(platform: Platform, name: string, data: object): Promise<string> {
  const response = await submit(platform, name, data)
  expect(response.status).toBe(200)
  return (await response.json()).event_id
}

interface RecordedEvent {
  event_id: string
  event_time: Date
  n: number
}

/** The recorded events of a name, in the order in which they were recorded. */
const recorded = (name: string) =>
  database.query<RecordedEvent>(
    `select event_id, event_time, (data->>'n')::int as n from events where event_name = $1 order by created_at`,
    [name],
  )

const whenRecorded = (name: string, count: number) =>
  vi.waitFor(async () => {
    const events = await recorded(name)
    expect(events.length).toBeGreaterThanOrEqual(count)
    return events
  }, SOON)

const untilIdle = () =>
  vi.waitFor(
    async () => expect(await database.query(`select 1 from jobs where kind = 'async-event'`)).toEqual([]),
    SOON,
  )

const numbers = (count: number) => Array.from({ length: count }, (_, n) => n)

async function quietly<T>(work: () => Promise<T>): Promise<T> {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
  try {
    return await work()
  } finally {
    logged.mockRestore()
  }
}

test('an event that was accepted is recorded with its id, although the process is killed at once', () =>
  quietly(async () => {
    const { database: used, kill } = untilKilled()
    const first = await startProcess(used)
    const ids = await Promise.all(numbers(30).map(n => accepted(first, 'killed', { email: `${n}@example.com`, n })))
    kill()
    await first.close()
    await startProcess()
    const events = await whenRecorded('killed', ids.length)
    expect(events.map(each => each.event_id).sort()).toEqual(ids.sort())
  }))

test('an event is recorded once, although its connection breaks while it is recorded', () =>
  quietly(async () => {
    let breaks = 3
    const breaking: Database = {
      ...database,
      transaction: work =>
        database.transaction(async db => {
          const result = await work(db)
          const rows = await db.query(`select 1 from events where event_name = 'broken'`)
          if (rows.length && breaks-- > 0) throw new Error('The connection was lost')
          return result
        }),
    }
    const platform = await startProcess(breaking)
    const id = await accepted(platform, 'broken', { email: 'broken@example.com' })
    await vi.waitFor(() => {
      clock += 60_000
      expect(breaks).toBeLessThan(0)
    }, SOON)
    expect(await whenRecorded('broken', 1)).toMatchObject([{ event_id: id }])
  }))

test('two processes record each event once, and those of a person in the order of their acceptance', async () => {
  const both = [await startProcess(), await startProcess()]
  const people = ['one@example.com', 'two@example.com', 'three@example.com']
  const expected = numbers(9)
  await Promise.all(
    people.map(async email => {
      for (const n of expected)
        await accepted(both[n % 2]!, `shared ${email}`, { email: n % 3 ? email : ` ${email}`, n })
    }),
  )
  for (const email of people) {
    const events = await whenRecorded(`shared ${email}`, expected.length)
    expect(events.map(({ n }) => n)).toEqual(expected)
  }
})

// The embedded database runs one transaction at a time.
test.runIf(inject('postgresServer'))(
  'an event that waits for its person holds up no event of another person',
  async () => {
    const platform = await startProcess()
    await accepted(platform, 'lanes', { email: 'busy@example.com', n: 1 })
    await whenRecorded('lanes', 1)
    await database.transaction(async db => {
      await db.query(`select 1 from persons where email = 'busy@example.com' for update`)
      await accepted(platform, 'lanes', { email: 'busy@example.com', n: 2 })
      await accepted(platform, 'lanes', { email: 'free@example.com', n: 3 })
      expect((await whenRecorded('lanes', 2)).map(({ n }) => n)).toEqual([1, 3])
    })
    expect((await whenRecorded('lanes', 3)).map(({ n }) => n)).toEqual([1, 3, 2])
  },
)

test('an event is stored without the tokens and JWTs in its data', async () => {
  const platform = await startProcess()
  const tokens = { token: 'a-secret', jwt: 'a-secret', access_token: 'a-secret' }
  await accepted(platform, 'tokens', { email: 'tokens@example.com', n: 1, ...tokens, list: [{ m: 2, ...tokens }] })
  await whenRecorded('tokens', 1)
  expect(await database.query(`select data from events where event_name = 'tokens'`)).toEqual([
    { data: { email: 'tokens@example.com', n: 1, list: [{ m: 2 }] } },
  ])
})

test('an event waits without the tokens and JWTs in any field of its data', () =>
  quietly(async () => {
    let isAway = false
    const platform = await startProcess({
      ...database,
      transaction: work => (isAway ? Promise.reject(new Error('The connection was lost')) : database.transaction(work)),
    })
    isAway = true
    const jwt = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl'
    const id = await accepted(platform, 'waiting', { email: 'waits@example.com', accessToken: 'a-secret', list: [jwt] })
    expect(await database.query('select payload from jobs where job_id = $1', [id])).toEqual([
      { payload: { name: 'waiting', data: { email: 'waits@example.com', list: [] } } },
    ])
  }))

describe('an event with a partner_event_id', () => {
  const order = (email: string, n: number) => ({ email, partner_event_id: 'order-1', n })

  test('that is sent again while it waits, or after it was recorded, has the id of the first', async () => {
    const platform = await startProcess()
    const send = (n: number) => accepted(platform, 'again', order(n % 2 ? 'again@example.com' : 'AGAIN@example.com', n))
    const ids = await Promise.all([send(1), send(2), send(3)])
    const [event] = await whenRecorded('again', 1)
    expect([...ids, await send(4)]).toEqual(Array(4).fill(event!.event_id))
    const person = await database.query<{ person_id: string }>('select person_id from persons where email = $1', [
      'again@example.com',
    ])
    const byId = { person_id: person[0]!.person_id, partner_event_id: 'order-1' }
    expect(await accepted(platform, 'again', byId)).toBe(event!.event_id)
    await untilIdle()
    expect(await recorded('again')).toHaveLength(1)
  })

  test('has another id than an event of another name, person or client', async () => {
    const platform = await startProcess()
    const ids = [
      await accepted(platform, 'other', order('other@example.com', 1)),
      await accepted(platform, 'another', order('other@example.com', 1)),
      await accepted(platform, 'other', order('others@example.com', 2)),
      await sendTo(platform, `${server}/v6/async-events/other`, {
        token: demo.sandbox.serverToken,
        json: order('other@example.com', 3),
      }).then(async response => (await response.json()).event_id),
    ]
    expect(new Set(ids).size).toBe(4)
    const events = [...(await whenRecorded('other', 3)), ...(await whenRecorded('another', 1))]
    expect(events.map(({ event_id }) => event_id).sort()).toEqual([...ids].sort())
  })

  test('takes over the event of the page with its id', async () => {
    const platform = await startProcess()
    const page = await sendTo(platform, '/events', {
      json: { event_name: 'paged', data: { ...order('paged@example.com', 1), partner_event_id: 'order-2' } },
    })
    const { id } = await page.json()
    const answered = await accepted(platform, 'paged', {
      ...order('paged@example.com', 2),
      partner_event_id: 'order-2',
    })
    expect(answered).toBe(id)
    await vi.waitFor(async () => expect(await recorded('paged')).toMatchObject([{ event_id: id, n: 2 }]), SOON)
  })

  test('gets a new id if the same email belonged to another person before', async () => {
    const platform = await startProcess()
    const first = await accepted(platform, 'moved', order('moved@example.com', 1))
    await whenRecorded('moved', 1)
    await database.query(`update persons set email = 'left@example.com' where email = 'moved@example.com'`)
    const second = await accepted(platform, 'moved', order('moved@example.com', 2))
    expect((await whenRecorded('moved', 2)).map(({ event_id }) => event_id)).toEqual([first, second])
  })

  test('is tried again if it is sent again after its last attempt', async () => {
    const platform = await startProcess()
    const id = await accepted(platform, 'dead', order('dead@example.com', 1))
    await whenRecorded('dead', 1)
    await database.query('delete from steps where event_id = $1', [id])
    await database.query('delete from events where event_id = $1', [id])
    await database.query(
      `insert into jobs (job_id, kind, client_id, lane, payload, run_at, created_at, died_at, failure)
       values ($1, 'async-event', $2, 'lane', $3, now(), now(), now(), 'failed')`,
      [id, demo.clientId, JSON.stringify({ name: 'dead', data: order('dead@example.com', 1) })],
    )
    expect(await accepted(platform, 'dead', order('dead@example.com', 1))).toBe(id)
    expect(await whenRecorded('dead', 1)).toMatchObject([{ event_id: id }])
  })
})

test('an event is not accepted if the database cannot say whether it was recorded before', () =>
  quietly(async () => {
    let isAway = false
    const platform = await startProcess({
      ...database,
      query: (sql, params) =>
        isAway && sql.includes('from persons')
          ? Promise.reject(new Error('The connection was lost'))
          : database.query(sql, params),
    })
    isAway = true
    const response = await submit(platform, 'unknown', { email: 'unknown@example.com', partner_event_id: 'order-1' })
    expect(response.status).toBeGreaterThanOrEqual(500)
    expect(await database.query(`select 1 from jobs where payload->>'name' = 'unknown'`)).toEqual([])
  }))

test('an event has its own time, else that of its acceptance', async () => {
  const platform = await startProcess()
  const before = clock
  await accepted(platform, 'timed', { email: 'timed@example.com' })
  const after = clock
  const [event] = await whenRecorded('timed', 1)
  expect(event!.event_time.getTime()).toBeGreaterThan(before)
  expect(event!.event_time.getTime()).toBeLessThanOrEqual(after)
  const event_time = new Date(before - 3_600_000)
  await accepted(platform, 'earlier', { email: 'timed@example.com', event_time })
  expect(await whenRecorded('earlier', 1)).toMatchObject([{ event_time }])
})

describe('a full queue', () => {
  const waiting = (count: number) =>
    database.query(
      `insert into jobs (job_id, kind, client_id, lane, payload, run_at, created_at)
       select 'waiting ' || n, 'async-event', $1, n::text, '{}', 'infinity', now() from generate_series(1, $2::int) n`,
      [demo.clientId, count],
    )

  test('refuses an event, and accepts the next one when there is room', async () => {
    const platform = await startProcess()
    await waiting(10_000)
    const refused = await submit(platform, 'full', { email: 'full@example.com' })
    expect([refused.status, await codeOf(refused)]).toEqual([429, 'too_many_requests'])
    expect(refused.headers.get('Retry-After')).toBe('1')
    // A job whose last attempt has failed does not wait.
    await database.query(`update jobs set died_at = now() where job_id = 'waiting 1'`)
    await accepted(platform, 'full', { email: 'full@example.com' })
    await database.query(`delete from jobs where job_id like 'waiting %'`)
    expect(await whenRecorded('full', 1)).toHaveLength(1)
  })
})

test('an event that is refused does not stop the others', async () => {
  const platform = await startProcess()
  await accepted(platform, 'among', { person_id: 'nobody', n: 0 })
  await accepted(platform, 'among', { email: 'a\u0000b', n: 1 })
  await accepted(platform, 'among', { email: 'among@example.com', n: 2 })
  expect((await whenRecorded('among', 1)).map(({ n }) => n)).toEqual([2])
  await untilIdle()
})
