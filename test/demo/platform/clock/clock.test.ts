import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { describeHappened } from '../../../../demo/platform/clock/happened.js'
import { type Database, demo, type Platform } from '../../../../demo/platform/index.js'
import { signJwt } from '../../../proof.js'
import { startPlatform, testDatabase } from '../../../start-platform.js'
import { publishProgram } from '../publish-program.js'
import { addReward } from '../server/rewards/add-reward.js'
import { type Call, codeOf, sendTo, server, usePlatform } from '../use-platform.js'
import { type Receiver, startReceiver, withStatus } from '../webhooks/receiver.js'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

const visit = usePlatform(undefined, { allowPrivateAddresses: true })
const backend = async (path: string, call: Call = {}) => visit.send(server + path, { token: demo.serverToken, ...call })
const clock = async () => (await backend('/v2/clock')).json()
/** The platform's clock in milliseconds. */
const platformNow = async () => Date.parse((await clock()).now)
const move = (json: object) => backend('/v2/clock', { json })
const moved = async (forward: string) => (await move({ forward })).json()

/** The states that a reward has entered after EARNED, with their times, oldest first. Read from the database: a request would fulfill what is due. */
const statesOf = (rewardId: string) =>
  visit.rows<{ state: string; created_at: Date }>(
    `select state, created_at from reward_states where reward_id = $1 and state <> 'EARNED' order by position`,
    [rewardId],
  )

beforeEach(() => visit.rows('delete from jobs where client_id is not null'))

describe('the clock', () => {
  test('shows the time of the machine until somebody moves it, and what is due next', async () => {
    const at = new Date(visit.now + DAY_MS)
    const id = await addReward(visit, { reward_name: 'thanks', fulfill_at: at })
    expect(await clock()).toEqual({
      now: new Date(visit.now).toISOString(),
      can_move: true,
      due: [
        {
          ...{ at: at.toISOString(), kind: 'fulfillment', title: 'Fulfillment of a reward', id },
          subject: 'thanks of ada@example.com',
        },
      ],
    })
  })

  test('moves by minutes, hours, days and weeks', async () => {
    for (const [forward, ms] of Object.entries({
      '90m': 90 * MINUTE_MS,
      '+2h': 120 * MINUTE_MS,
      '3d': 3 * DAY_MS,
      '1w': 7 * DAY_MS,
    })) {
      const before = await platformNow()
      const { from, until, now, is_complete } = await moved(forward)
      expect([Date.parse(from), Date.parse(until), Date.parse(now)]).toEqual([before, before + ms, before + ms])
      expect(is_complete).toBe(true)
      expect(await platformNow()).toBe(before + ms)
    }
  })

  test('moves until a time', async () => {
    const until = new Date((await platformNow()) + DAY_MS).toISOString()
    expect(await (await move({ until })).json()).toMatchObject({ until, now: until })
  })

  test('goes on from where it was moved to', async () => {
    const before = await platformNow()
    await moved('1d')
    visit.now += 5_000
    expect(await platformNow()).toBe(before + DAY_MS + 5_000)
  })

  test.each([
    ['-1d', /only goes forward/],
    ['0d', /at least 1m/],
    ['2000d', /at most 1830d/],
  ])('refuses %s with the reason', async (forward, reason) => {
    const before = await platformNow()
    const response = await move({ forward })
    expect([response.status, (await response.clone().json()).message]).toEqual([400, expect.stringMatching(reason)])
    expect(await platformNow()).toBe(before)
  })

  test.each(['soon', '1', 'd', '30 days'])('refuses %s, which is no amount', async forward => {
    expect(await codeOf(await move({ forward }))).toBe('binding_error')
  })

  test('refuses a time that has passed, and two targets', async () => {
    const now = new Date(await platformNow()).toISOString()
    expect((await (await move({ until: now })).json()).message).toMatch(/only goes forward/)
    expect(await codeOf(await move({ until: now, forward: '1d' }))).toBe('invalid_parameter')
    expect(await codeOf(await move({}))).toBe('invalid_parameter')
  })

  test('is moved only by those who can write', async () => {
    const created = await visit.send(`${server}/v4/tokens`, {
      token: demo.serverToken,
      json: { scopes: ['USER_SUPPORT'] },
    })
    const { access_token } = await created.json()
    expect(await codeOf(await backend('/v2/clock', { token: access_token, json: { forward: '1d' } }))).toBe(
      'scopes_denied',
    )
    expect((await backend('/v2/clock', { token: access_token })).status).toBe(200)
  })
})

describe('a move of the clock', () => {
  test('fulfills and expires each reward at its own time, in their order', async () => {
    const now = await platformNow()
    const [first, second, third] = [
      await addReward(visit, { fulfill_at: new Date(now + 2 * DAY_MS), expires_at: new Date(now + 5 * DAY_MS) }),
      await addReward(visit, { fulfill_at: new Date(now + 3 * DAY_MS) }),
      await addReward(visit, { fulfill_at: new Date(now + 11 * DAY_MS) }),
    ]
    const waiting: { kind: string; subject: string }[] = (await clock()).due
    expect(waiting.map(({ kind, subject }) => `${kind} of ${subject}`)).toEqual(
      ['fulfillment', 'fulfillment', 'expiry', 'fulfillment'].map(kind => `${kind} of welcome of ada@example.com`),
    )
    const { happened, summary, due } = await moved('10d')
    expect(happened).toMatchObject({ rewards_fulfilled: 2, rewards_expired: 1 })
    expect(summary).toBe('2 rewards fulfilled, 1 reward expired')
    expect(await statesOf(first)).toEqual([
      { state: 'FULFILLED', created_at: new Date(now + 2 * DAY_MS) },
      { state: 'EXPIRED', created_at: new Date(now + 5 * DAY_MS) },
    ])
    expect(await statesOf(second)).toEqual([{ state: 'FULFILLED', created_at: new Date(now + 3 * DAY_MS) }])
    expect(await statesOf(third)).toEqual([])
    expect(due.map(({ id }: { id: string }) => id)).toEqual([third])
  })

  test('goes to the next due time with next', async () => {
    const now = await platformNow()
    const id = await addReward(visit, { fulfill_at: new Date(now + DAY_MS) })
    await addReward(visit, { fulfill_at: new Date(now + 2 * DAY_MS) })
    expect(await moved('next')).toMatchObject({ summary: '1 reward fulfilled' })
    expect(await platformNow()).toBe(now + DAY_MS)
    expect(await statesOf(id)).toHaveLength(1)
    await moved('next')
    expect((await (await move({ forward: 'next' })).json()).message).toBe('forward: Nothing is due')
  })

  test('fulfills a delayed reward of an event', async () => {
    await publishProgram(visit, {
      events: { joined: 'joined' },
      rewards: [
        {
          ...{ name: 'late', to: 'consumer', step: 'joined', value: 5, type: 'POINTS', once_per: 'event' },
          fulfillment: { mode: 'delayed', days: 30 },
        },
      ],
    })
    const token = await visit.verified('late@example.com')
    await visit.send('/v6/events', { token, json: { event_name: 'joined' } })
    const state = async () =>
      (await (await visit.send('/v4/me/rewards/status?reward_name=late', { token })).json()).reward.state
    expect(await state()).toBe('EARNED')
    expect(await moved('29d')).toMatchObject({ summary: 'Nothing was due' })
    expect(await state()).toBe('EARNED')
    expect(await moved('1d')).toMatchObject({ summary: '1 reward fulfilled' })
    expect(await state()).toBe('FULFILLED')
  })

  test('counts what happens to the client of the caller only', async () => {
    await addReward(visit, { fulfill_at: new Date((await platformNow()) + MINUTE_MS) })
    const sandbox = await backend('/v2/clock', { token: demo.sandbox.serverToken, json: { forward: '1d' } })
    expect(await sandbox.json()).toMatchObject({ summary: 'Nothing was due', due: [] })
  })

  test('counts the jobs whose last attempt has failed', async () => {
    await visit.rows(
      `insert into jobs (job_id, kind, client_id, lane, payload, run_at, died_at, created_at)
       select 'dead-' || n, 'report', $1, 'x', 'null', $2::timestamptz, $2, $2 from generate_series(1, 2) n`,
      [demo.clientId, new Date((await platformNow()) + MINUTE_MS)],
    )
    expect(await moved('1h')).toMatchObject({ happened: { failed_jobs: 2 }, summary: '2 jobs failed' })
  })

  test('runs each report of a schedule', async () => {
    const schedule = { cron: '0 6 * * *', time_zone: 'UTC' }
    const json = { name: 'People', report_type: 'PERSONS', schedule }
    const { id } = await (await backend('/v7/report-runners', { json })).json()
    expect(await moved('3d')).toMatchObject({
      summary: '3 reports',
      due: expect.arrayContaining([
        expect.objectContaining({ kind: 'report', title: 'Scheduled report', id, subject: 'People' }),
      ]),
    })
    const runs = await (await backend(`/v7/report-runners/${id}/runs`)).json()
    expect(new Set(runs.map((run: { created_date: string }) => run.created_date.slice(0, 10))).size).toBe(3)
    await backend(`/v7/report-runners/${id}`, { method: 'DELETE' })
  })

  test.each([
    [1, '1 reward fulfilled, 1 reward expired, 1 webhook message, 1 delivery failed, 1 report, 1 job failed'],
    [2, '2 rewards fulfilled, 2 rewards expired, 2 webhook messages, 2 deliveries failed, 2 reports, 2 jobs failed'],
  ])('says what has happened %i times each', (count, summary) => {
    const happened = {
      ...{ rewards_fulfilled: count, rewards_expired: count, webhook_messages: count },
      ...{ failed_deliveries: count, reports: count, failed_jobs: count },
    }
    expect(describeHappened(happened)).toBe(summary)
  })

  test('ends tokens whose lifetime is over, and keeps the others', async () => {
    const json = { duration_seconds: 3600 }
    const { access_token } = await (await visit.send('/api/v5/token', { json })).json()
    const lasting = await visit.anonymous()
    await moved('1d')
    expect(await codeOf(await visit.send('/v4/me', { token: access_token }))).toBe('expired_access_token')
    expect((await visit.send('/v4/me', { token: lasting })).status).toBe(200)
  })

  test("accepts JWTs by the clock of the machine, as the brand's backend signs them", async () => {
    await moved('30d')
    const seconds = visit.now / 1000
    const claims = { email: 'ada@example.com', scope: 'VERIFIED_CONSUMER', nbf: seconds - 60, exp: seconds + 300 }
    const response = await visit.send('/api/v5/token', { json: { jwt: await signJwt(claims) } })
    const { access_token } = await response.json()
    expect((await visit.send('/v4/me/rewards/status?reward_name=welcome', { token: access_token })).status).toBe(200)
  })
})

describe('the messages of a webhook', () => {
  let receiver: Receiver
  beforeAll(async () => {
    receiver = await startReceiver()
    const json = { url: receiver.url, event_types: ['reward.fulfilled'] }
    expect((await backend('/v6/webhooks', { json })).status).toBe(200)
  })
  beforeEach(() => {
    receiver.received.length = 0
  })
  afterAll(() => receiver.close())

  const addDelayed = async () => addReward(visit, { fulfill_at: new Date((await platformNow()) + DAY_MS) })

  test('go out during the move, with a signature of now', async () => {
    await addDelayed()
    await addDelayed()
    expect(await moved('2d')).toMatchObject({ summary: '2 rewards fulfilled, 2 webhook messages' })
    expect(receiver.received.map(({ headers }) => Number(headers['webhook-timestamp']))).toEqual([
      Math.floor(visit.now / 1000),
      Math.floor(visit.now / 1000),
    ])
  })

  test('are tried again at their times', async () => {
    receiver.answer = response => withStatus(receiver.received.length < 3 ? 500 : 204)(response)
    await addDelayed()
    expect(await moved('2d')).toMatchObject({
      summary: '1 reward fulfilled, 1 webhook message, 2 deliveries failed',
    })
  })
})

describe('processes on one database', () => {
  let database: Database
  let platforms: Platform[]
  const now = visit.now
  const start = () =>
    startPlatform({ demoData: true, now: () => now, database: { ...database, close: async () => {} } })
  const timeOf = async (platform: Platform) =>
    (await (await sendTo(platform, `${server}/v2/clock`, { token: demo.serverToken })).json()).now
  beforeAll(async () => {
    database = await testDatabase()
    platforms = [await start(), await start()]
  })
  afterAll(async () => {
    for (const platform of platforms) await platform.close()
    await database.close()
  })

  test('share the time, and a restart keeps it', async () => {
    const [one, other] = platforms as [Platform, Platform]
    await sendTo(one, `${server}/v2/clock`, { token: demo.serverToken, json: { forward: '30d' } })
    const expected = new Date(now + 30 * DAY_MS).toISOString()
    expect([await timeOf(one), await timeOf(other)]).toEqual([expected, expected])
    platforms.push(await start())
    expect(await timeOf(platforms[2]!)).toBe(expected)
  })
})

test('a platform without demo data refuses to move its clock, and says why', async () => {
  const platform = await startPlatform({ demoData: false, now: () => visit.now })
  const { email, password } = platform.user!
  const { access_token: token } = await (
    await sendTo(platform, `${server}/v4/tokens`, { json: { email, password } })
  ).json()
  const shown = await (await sendTo(platform, `${server}/v2/clock`, { token })).json()
  expect(shown).toEqual({ now: new Date(visit.now).toISOString(), can_move: false, due: [] })
  const refused = await sendTo(platform, `${server}/v2/clock`, { token, json: { forward: '1d' } })
  expect([refused.status, (await refused.json()).message]).toEqual([403, expect.stringContaining('demo data')])
  await platform.close()
})
