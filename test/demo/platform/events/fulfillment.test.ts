import { afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { createPlatform, demo, type Platform } from '../../../../demo/platform/index.js'
import { TICK_MS } from '../../../../demo/platform/jobs/queue.js'
import { SOON } from '../../../soon.js'
import { PROGRAM, SECRET_KEY, SERVER, SHOP, startPlatform, testDatabase, UNLIMITED } from '../../../start-platform.js'
import { publishProgram } from '../publish-program.js'
import { refuseInserts } from '../refuse-inserts.js'
import { addReward } from '../server/rewards/add-reward.js'
import { type Call, sendTo, server, usePlatform } from '../use-platform.js'

const visit = usePlatform()
const DAY_MS = 86_400_000
const reward = (fulfillment: object, name = 'welcome') => ({
  ...{ name, to: 'consumer', step: 'joined', value: 5, type: 'POINTS', once_per: 'event', fulfillment },
})

let people = 0
/** A person who earns the reward of the program. Returns their email address. */
async function join(): Promise<string> {
  const email = `member-${++people}@example.com`
  await visit.send('/events', { json: { event_name: 'joined', data: { email } } })
  return email
}

const backend = (path: string, call: Call = {}) => visit.send(server + path, { token: demo.serverToken, ...call })

async function block(email: string, type: string) {
  const [{ id }] = await (await backend(`/v5/persons?email=${email}`)).json()
  await backend(`/v5/persons/${id}/block`, { method: 'PUT', json: { type } })
}

/** The reward of a person fails, and the brand has it tried again. Returns its id. */
async function failAndRetry(email: string): Promise<string> {
  const [{ id }] = await (await backend(`/v5/persons?email=${email}`)).json()
  const [{ reward_id }] = await (await backend(`/v5/persons/${id}/rewards`)).json()
  await backend(`/v2/custom-rewards/${reward_id}/failed`, { method: 'POST' })
  // The next look fulfills it.
  const retried = await backend(`/v2/rewards/${reward_id}/retry`, { method: 'POST' })
  expect(await retried.json()).toMatchObject({ state: 'EARNED' })
  return reward_id
}

/** Reads the states from the database: a request would fulfill what is due. */
const states = async (email: string) =>
  (
    await visit.rows<{ state: string }>(
      'select state from rewards join persons using (person_id) where email = $1 order by rewards.position',
      [email],
    )
  ).map(({ state }) => state)

describe('an immediate fulfillment', () => {
  beforeAll(() => publishProgram(visit, { rewards: [reward({ mode: 'immediate' })] }))

  test('happens with the event', async () => {
    expect(await states(await join())).toEqual(['FULFILLED'])
  })

  test('waits while the person is blocked for rewards', async () => {
    const email = await join()
    await block(email, 'REWARDS')
    await visit.send('/events', { json: { event_name: 'joined', data: { email } } })
    expect(await states(email)).toEqual(['FULFILLED', 'EARNED'])
    visit.now += DAY_MS
    await visit.send('/v5/token', { json: {} })
    expect(await states(email)).toEqual(['FULFILLED', 'EARNED'])
    await block(email, 'NONE')
    visit.now += 2_000
    await visit.send('/v5/token', { json: {} })
    expect(await states(email)).toEqual(['FULFILLED', 'FULFILLED'])
  })

  test('is tried again after a failure', async () => {
    const reward_id = await failAndRetry(await join())
    visit.now += 2_000
    expect(await (await backend(`/v2/rewards/${reward_id}`)).json()).toMatchObject({ state: 'FULFILLED' })
  })
})

describe('a fulfillment after an approval', () => {
  beforeAll(() => publishProgram(visit, { rewards: [reward({ mode: 'approval' })] }))

  test('does not happen by itself, not even at the end of a block', async () => {
    const email = await join()
    await block(email, 'REWARDS')
    await block(email, 'NONE')
    visit.now += DAY_MS
    await visit.send('/v5/token', { json: {} })
    expect(await states(email)).toEqual(['EARNED'])
  })
})

describe('a delayed fulfillment', () => {
  beforeAll(() => publishProgram(visit, { rewards: [reward({ mode: 'delayed', days: 3 })] }))

  test('happens with the first request after its time, of anybody', async () => {
    const email = await join()
    visit.now += 3 * DAY_MS - 1
    await visit.send('/v5/token', { json: {} })
    expect(await states(email)).toEqual(['EARNED'])
    visit.now += 2_000
    await visit.send('/v5/token', { json: {} })
    expect(await states(email)).toEqual(['FULFILLED'])
  })

  test('keeps its time when it is tried again after a failure', async () => {
    const email = await join()
    await failAndRetry(email)
    visit.now += 3 * DAY_MS - 1
    await visit.send('/v5/token', { json: {} })
    expect(await states(email)).toEqual(['EARNED'])
    visit.now += 2_000
    await visit.send('/v5/token', { json: {} })
    expect(await states(email)).toEqual(['FULFILLED'])
  })

  test('keeps its time when another program is published', async () => {
    const email = await join()
    await publishProgram(visit, { rewards: [] })
    visit.now += 3 * DAY_MS
    await visit.send('/v5/token', { json: {} })
    expect(await states(email)).toEqual(['FULFILLED'])
    await publishProgram(visit, { rewards: [reward({ mode: 'delayed', days: 3 })] })
  })

  test('happens once if several platforms look at the same time', async () => {
    const { platform } = visit
    const other = await startPlatform({ database: { ...platform.db, close: async () => {} }, now: () => visit.now })
    onTestFinished(() => other.close())
    const email = await join()
    visit.now += 3 * DAY_MS
    const look = () => [platform, other].map(each => sendTo(each, '/v5/token', { json: {} }))
    await Promise.all(Array.from({ length: 5 }, look).flat())
    const history = await visit.rows(
      `select s.state from reward_states s join rewards using (reward_id) join persons using (person_id)
       where email = $1 order by s.position`,
      [email],
    )
    expect(history).toEqual([{ state: 'EARNED' }, { state: 'FULFILLED' }])
  })
})

/** Adds rewards that are due in a day. */
async function addDue(count: number): Promise<string[]> {
  const ids: string[] = []
  for (let number = 0; number < count; number += 1)
    ids.push(await addReward(visit, { fulfill_at: new Date(visit.now + DAY_MS) }))
  return ids
}

const stillEarned = (ids: string[]) =>
  visit.rows(`select reward_id from rewards where reward_id = any($1) and state = 'EARNED'`, [ids])

test('a reward that cannot be fulfilled delays no other one, and is tried five times', async () => {
  const [first, broken, last] = (await addDue(3)) as [string, string, string]
  const accept = await refuseInserts(visit, 'reward_states', { condition: `new.reward_id = '${broken}'` })
  visit.now += DAY_MS
  await visit.send('/v5/token', { json: {} })
  expect(await stillEarned([first, broken, last])).toEqual([{ reward_id: broken }])
  const job = async () => (await visit.rows('select failures, failure, died_at from jobs where lane = $1', [broken]))[0]
  await expect
    .poll(() => {
      visit.now += 3_600_000
      return job()
    }, SOON)
    .toEqual({ failures: 5, failure: 'Refused by a test', died_at: expect.any(Date) })
  await accept()
})

describe('without requests, a delayed fulfillment', () => {
  let now = Date.UTC(2026, 4, 1)
  const start = async (database: Awaited<ReturnType<typeof testDatabase>>): Promise<Platform> =>
    createPlatform({
      ...{ database, programOrigin: PROGRAM, serverOrigin: SERVER, landingUrl: `${SHOP}/`, allowedOrigins: [SHOP] },
      limits: UNLIMITED,
      secretKey: SECRET_KEY,
      now: () => now,
    })
  afterEach(() => {
    vi.useRealTimers()
  })

  test('happens by itself, also after a restart', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const database = await testDatabase()
    const before = await start({ ...database, close: async () => {} })
    const send = (path: string, call?: Call) =>
      before.fetch(
        new Request(path, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify(call?.json),
        }),
      )
    const rewards = [reward({ mode: 'delayed', days: 1 })]
    await database.query('update campaign_versions set program = $1', [
      JSON.stringify({ name: 'A test', label: 'a-test', rewards }),
    ])
    await send(`${PROGRAM}/events`, { json: { event_name: 'joined', data: { email: 'may@example.com' } } })
    await before.close()
    const after = await start(database)
    const state = async () => (await database.query('select state from rewards'))[0]
    now += DAY_MS - 1
    await vi.advanceTimersByTimeAsync(TICK_MS)
    expect(await state()).toEqual({ state: 'EARNED' })
    now += 1
    await vi.advanceTimersByTimeAsync(TICK_MS)
    await expect.poll(state).toEqual({ state: 'FULFILLED' })
    await after.close()
  })
})

test('a platform that cannot look for work still answers, and logs the error', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
  const database = await testDatabase()
  const platform = await createPlatform({
    ...{ database, programOrigin: PROGRAM, serverOrigin: SERVER, landingUrl: `${SHOP}/`, allowedOrigins: [SHOP] },
  })
  await database.query('alter table jobs rename to lost_jobs')
  // A call, because files are served without the database.
  const response = await platform.fetch(new Request(`${PROGRAM}/v4/me`))
  await database.query('alter table lost_jobs rename to jobs')
  expect(response.status).toBe(403)
  expect(logged).toHaveBeenCalled()
  await platform.close()
  logged.mockRestore()
})
