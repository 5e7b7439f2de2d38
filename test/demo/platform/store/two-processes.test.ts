import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, inject, onTestFinished, test, vi } from 'vitest'
import type { Demo } from '../../../../demo/main.js'
import { demo } from '../../../../demo/platform/index.js'
import type { Database } from '../../../../demo/platform/store/database.js'
import { openPostgres } from '../../../../demo/platform/store/postgres.js'
import { readSecretKeys } from '../../../../demo/platform/store/secret-key.js'
import { openSecrets } from '../../../../demo/platform/store/secrets.js'
import { newestMail } from '../../../mails.js'
import { createDatabase, dropDatabase } from '../../../postgres/create-database.js'
import { signJwt } from '../../../proof.js'
import { SOON } from '../../../soon.js'
import { SECRET_KEY } from '../../../start-platform.js'
import { ask, type Question } from '../../ask.js'
import { cookieIn, fieldIn } from '../console/use-console.js'
import { startSftpServer, user } from '../sftp/sftp-server.js'
import { type Receiver, startReceiver, withStatus } from '../webhooks/receiver.js'

/** Two processes that use the same database must have the same effect as one. */

const PER_MINUTE = 200

/** How long to wait for what a process does by itself. */
const WAIT = { timeout: 10_000, interval: 50 }

/** The clocks of two machines differ. */
const CLOCK_OFFSETS_MS = [0, -2_000]

let processes: ChildProcess[]
let origins: Demo['origins'][]
let database: Database
let databaseUrl: string
/** The folder of the files. */
let dataDir: string

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'two-processes-'))
  databaseUrl = await createDatabase(inject('postgresServer')!, { template: 'template0' })
  const path = join(import.meta.dirname, 'server-process.js')
  processes = CLOCK_OFFSETS_MS.map(() => fork(path, { serialization: 'advanced' }))
  // Both start at the same time on a database without tables.
  origins = await Promise.all(processes.map((each, index) => start(each, CLOCK_OFFSETS_MS[index]!)))
  database = await openPostgres(databaseUrl)
})
afterAll(async () => {
  await Promise.all(processes.map(end))
  await database?.close()
  await dropDatabase(databaseUrl)
  await rm(dataDir, { recursive: true })
})

async function start(child: ChildProcess, clockOffsetMs: number): Promise<Demo['origins']> {
  const limits = { perMinute: PER_MINUTE, perSecond: Number.POSITIVE_INFINITY }
  const options = { databaseUrl, dataDir, secretKey: SECRET_KEY, demoData: true, allowPrivateAddresses: true }
  child.send({ ...options, limits, clockOffsetMs })
  const [sent] = await Promise.race([once(child, 'message'), once(child, 'exit').then(failed)])
  return sent
}

function failed(): never {
  throw new Error('A process ended instead of starting')
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill()
  await ended
}

interface Call {
  token?: string
  /** The session of the console. A page of the console has sent the form. */
  cookie?: string
  json?: unknown
  form?: Record<string, string>
  method?: string
}

type Site = 'program' | 'server'

/** Sends a request to the first (0) or the second (1) process. */
function send(
  index: number,
  site: Site,
  path: string,
  { token, cookie, json, form, method }: Call = {},
): Promise<Response> {
  const body = json !== undefined ? JSON.stringify(json) : form && new URLSearchParams(form).toString()
  const type = json !== undefined ? 'application/json' : 'application/x-www-form-urlencoded'
  const question: Question = {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    headers: {
      ...(token !== undefined && { Authorization: `Bearer ${token}` }),
      ...(cookie !== undefined && { Cookie: cookie, Origin: origins[index]![site] }),
      ...(body !== undefined && { 'Content-Type': type }),
    },
    ...(body !== undefined && { body }),
  }
  return ask(origins[index]![site] + path, question)
}

const backend = (index: number, path: string, call: Call = {}) =>
  send(index, 'server', path, { token: demo.serverToken, ...call })

/** Sends the same request several times at once, in turn to each process. */
const fromBoth = (send: (index: number) => Promise<Response>, times = 20): Promise<Response[]> =>
  Promise.all(Array.from({ length: times }, (_, count) => send(count % 2)))

/** The number of responses with each status. */
function statusesOf(responses: Response[]): Record<number, number> {
  const counts: Record<number, number> = {}
  for (const { status } of responses) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

/** Signs in at the first process. Returns the cookie of the session, and the fields that each of its forms has. */
async function signInToConsole() {
  const form = { ...demo.user, to: '' }
  const signedIn = await send(0, 'server', '/console/sign-in', { cookie: '', form })
  const cookie = cookieIn(signedIn)
  const html = await (await send(0, 'server', '/console', { cookie })).text()
  return { cookie, fields: { csrf: fieldIn(html, 'csrf'), tenant: demo.clientId } }
}

let people = 0
const newEmail = () => `person-${++people}@example.com`

async function newToken(index: number, json: unknown = {}): Promise<string> {
  return (await (await send(index, 'program', '/v5/token', { json })).json()).access_token
}

const verified = async (index: number, email: string) =>
  newToken(index, { jwt: await signJwt({ email, scope: 'VERIFIED_CONSUMER' }) })

test('an empty database is set up once by two processes that start at the same time', async () => {
  expect(await database.query('select count(*) from clients')).toEqual([{ count: 3 }])
  expect(await database.query('select count(*) from campaign_versions')).toEqual([{ count: 4 }])
})

test('one of many versions with the same parent that change the same zone is saved', async () => {
  const zones = { raced: { creatives: [{ content: { title: 'Hello' } }] } }
  const path = `/v2/campaigns/${demo.campaignId}/versions`
  const { version: parent_version } = await (await backend(0, path, { json: { message: '', zones } })).json()
  const saved = await fromBoth(index =>
    backend(index, path, { json: { message: '', zones, publish: true, parent_version } }),
  )
  expect(statusesOf(saved)).toEqual({ 200: 1, 409: 19 })
  const later = `select 1 from zones where zone_name = 'raced' and version > $1`
  expect(await database.query(later, [parent_version])).toHaveLength(1)
})

describe('a token', () => {
  test('of one process is valid in the other', async () => {
    const token = await newToken(0)
    expect((await send(1, 'program', '/v4/me', { token })).status).toBe(200)
  })

  test('that one process revokes is invalid in the other at once, also if its clock is behind', async () => {
    const token = await newToken(0)
    expect((await send(0, 'program', '/v5/token', { method: 'DELETE', token })).status).toBe(200)
    expect((await send(1, 'program', '/v4/me', { token })).status).toBe(401)
  })

  test('that one process replaces stays valid for a moment in the other, and so is its replacement', async () => {
    const token = await newToken(0)
    const json = { event_name: 'named', data: { email: newEmail() } }
    const { token: next } = await (await send(0, 'program', '/events', { token, json })).json()
    expect(next).not.toBe(token)
    const answers = await Promise.all([token, next].map(each => send(1, 'program', '/v5/token', { token: each })))
    const [before, after] = await Promise.all(answers.map(each => each.json()))
    expect(after.identity_id).toBe(before.identity_id)
  })

  test('that the brand verifies is replaced once', async () => {
    const token = await newToken(0, { email: newEmail() })
    expect((await backend(1, `/v4/tokens/${token}`, { method: 'PUT' })).status).toBe(200)
    const responses = await fromBoth(index => send(index, 'program', '/v4/me', { token }))
    const received = responses.map(({ headers }) => headers.get('X-Svc-Token')!)
    const replacements = received.filter(each => each !== token)
    expect(replacements).toHaveLength(1)
    expect((await send(1, 'program', '/v4/me', { token: replacements[0]! })).status).toBe(200)
  })

  test.each<[string, number, (token: string) => [string, string]]>([
    ['exchanged', 401, token => ['PUT', `/v4/tokens/exchange/${token}`]],
    ['invalidated', 401, token => ['DELETE', `/v4/tokens/${token}`]],
  ])('is %s once', async (_, status, request) => {
    for (let round = 0; round < 3; round += 1) {
      const created = await backend(round % 2, '/v4/tokens', { json: {} })
      const [method, path] = request((await created.json()).access_token)
      const responses = await fromBoth(index => backend(index, path, { method }))
      expect(statusesOf(responses)).toEqual({ 200: 1, [status]: responses.length - 1 })
    }
  })
})

test('requests are limited across both processes', async () => {
  const token = await newToken(0)
  const responses = await fromBoth(index => send(index, 'program', '/v4/me', { token }), PER_MINUTE + 1)
  expect(statusesOf(responses)).toEqual({ 200: PER_MINUTE, 429: 1 })
})

describe('what is valid once', () => {
  test('the link of a verification email, whose status can be polled in the other process', async () => {
    const token = await newToken(0, { email: newEmail() })
    const sent = await send(0, 'program', '/v4/me/send-verification-email', { token, json: {} })
    const { polling_id } = await sent.json()
    const polled = await send(1, 'program', `/v4/me/send-verification-email/status/${polling_id}`, { token })
    expect(await polled.json()).toEqual({ polling_id, status: 'SUCCEEDED' })
    const secrets = await openSecrets(database, 'the database', readSecretKeys(SECRET_KEY))
    const path = new URL((await newestMail({ db: database, secrets }, polling_id)).link).pathname
    const responses = await fromBoth(index => send(index, 'program', path, { method: 'POST' }))
    expect(statusesOf(responses)).toEqual({ 200: 1, 410: responses.length - 1 })
  })

  test('the code of a sign-in', async () => {
    const redirect_uri = `${origins[0]!.shop}/signed-in`
    const path = `/openid-connect/authorize?redirect_uri=${encodeURIComponent(redirect_uri)}`
    const { email, password } = demo.user
    const signedIn = await send(0, 'server', path, { form: { email, password } })
    const code = new URL(signedIn.headers.get('Location')!).searchParams.get('code')
    const exchange = '/v4/tokens/openid-connect/authorization-code-flow'
    const responses = await fromBoth(index => send(index, 'server', exchange, { json: { code, redirect_uri } }))
    expect(statusesOf(responses)).toEqual({ 200: 1, 401: responses.length - 1 })
  })

  test('an event with the id of an order, and its rewards, which can be polled in the other process', async () => {
    const friend = newEmail()
    const owner = await verified(0, newEmail())
    const { code } = await (
      await send(1, 'program', '/v6/me/shareables/get-or-create', { token: owner, json: {} })
    ).json()
    const token = await verified(0, friend)
    const data = { partner_event_id: 'order-1', polling_id: 'poll-1', advocate_code: code, cart_value: 48 }
    const responses = await fromBoth(index =>
      send(index, 'program', '/v6/events', { token, json: { event_name: 'purchase', data } }),
    )
    const ids = await Promise.all(responses.map(async each => (await each.json()).event_id))
    expect(new Set(ids).size).toBe(1)
    expect(await database.query('select reward_name from rewards where event_id = $1 order by 1', [ids[0]])).toEqual([
      { reward_name: 'advocate-20' },
      { reward_name: 'friend-20' },
    ])
    const polled = await send(1, 'program', '/v4/me/rewards/status?polling_id=poll-1', { token })
    expect((await polled.json()).reward).toMatchObject({ face_value: 20 })
  })

  test('an order that pages on two devices and the backend send', async () => {
    const owner = await verified(0, newEmail())
    const { code } = await (
      await send(1, 'program', '/v6/me/shareables/get-or-create', { token: owner, json: {} })
    ).json()
    for (let round = 0; round < 5; round += 1) {
      const email = newEmail()
      const tokens = [await newToken(0, { email }), await newToken(1, { email })]
      const data = { partner_event_id: `order of ${email}`, advocate_code: code, cart_value: 48 }
      const json = { event_name: 'purchase', data }
      await Promise.all([
        ...tokens.map((token, index) => send(index, 'program', '/v6/events', { token, json })),
        ...[0, 1].map(index =>
          backend(index, '/v6/events', { json: { event_name: 'purchase', data: { ...data, email } } }),
        ),
      ])
      const stored = await database.query<{ event_id: string; verified: boolean }>(
        'select event_id, verified from events where partner_event_id = $1',
        [data.partner_event_id],
      )
      expect(stored).toMatchObject([{ verified: true }])
      const rewards = `select reward_name from rewards where event_id = $1 and state <> 'CANCELED' order by 1`
      expect(await database.query(rewards, [stored[0]!.event_id])).toEqual([
        { reward_name: 'advocate-20' },
        { reward_name: 'friend-20' },
      ])
    }
  })

  test('a person with an email address', async () => {
    const email = newEmail()
    const tokens = await Promise.all(Array.from({ length: 20 }, (_, count) => newToken(count % 2)))
    const json = { event_name: 'named', data: { email } }
    await Promise.all(tokens.map((token, count) => send(count % 2, 'program', '/events', { token, json })))
    const [person, ...others] = await database.query<{ person_id: string }>(
      'select person_id from persons where email = $1',
      [email],
    )
    expect(others).toEqual([])
    expect(await database.query('select 1 from events where person_id = $1', [person!.person_id])).toHaveLength(20)
  })

  test('a new version of a zone', async () => {
    const { cookie, fields } = await signInToConsole()
    const source = '{"creatives":[{"type":"text","content":"Hello"}]}'
    const form = { ...fields, source, message: '', parent: '', newest: '', action: 'publish' }
    const save = (index: number) => send(index, 'server', '/console/zones/greeting', { cookie, form })
    expect(statusesOf(await fromBoth(save))).toEqual({ 303: 1, 409: 19 })
    for (const index of [0, 1])
      expect(await (await send(index, 'program', '/zones/greeting', { json: {} })).text()).toBe('Hello')
  })
})

test('a merge in both processes, beside a purchase, a block and a fulfillment, leaves one person and one of each reward', async () => {
  const owner = newEmail()
  const ownerToken = await verified(0, owner)
  const { code } = await (
    await send(0, 'program', '/v6/me/shareables/get-or-create', { token: ownerToken, json: {} })
  ).json()
  const buy = (index: number, email: string, data: object = {}) =>
    backend(index, '/v6/events', { json: { event_name: 'purchase', data: { email, cart_value: 50, ...data } } })
  for (let round = 0; round < 3; round += 1) {
    const emails = [newEmail(), newEmail()] as const
    const ids: string[] = []
    for (const email of emails) ids.push((await (await buy(0, email, { advocate_code: code })).json()).person_id)
    const [one, other] = ids as [string, string]
    const advocateId = (await (await backend(0, `/v5/persons?email=${owner}`)).json())[0].id
    const [reward] = await database.query<{ reward_id: string }>(
      `select reward_id from rewards where person_id = $1 and friend_id = $2`,
      [advocateId, one],
    )
    const forward = (index: number, from: string, target_person_id: string) =>
      backend(index, `/v5/persons/${from}/forward`, { json: { target_person_id } })
    const answers = await Promise.all([
      forward(0, one, other),
      forward(1, other, one),
      buy(1, emails[0], { advocate_code: code }),
      backend(1, `/v5/persons/${one}/block`, { method: 'PUT', json: { type: 'REWARDS', reason: 'Fraud' } }),
      backend(0, `/v2/custom-rewards/${reward!.reward_id}/fulfilled`, { method: 'POST' }),
    ])
    expect(
      answers
        .slice(0, 2)
        .map(({ status }) => status)
        .sort(),
    ).toEqual([200, 400])
    expect(answers.filter(({ status }) => status >= 500)).toEqual([])
    const left = await database.query<{ person_id: string }>(
      'select person_id from persons where person_id = any($1) and merged_into is null',
      [ids],
    )
    expect(left).toHaveLength(1)
    const [{ person_id }] = left as [{ person_id: string }]
    const [{ type }] = [await (await backend(1, `/v5/persons/${one}/block`)).json()]
    expect(type).toBe('REWARDS')
    const live = await database.query(
      `select reward_name, person_id, friend_id from rewards where state in ('EARNED', 'FULFILLED')
         and (person_id = any($1) or friend_id = any($1)) order by 1`,
      [ids],
    )
    expect(live).toEqual([
      { reward_name: 'advocate-20', person_id: advocateId, friend_id: person_id },
      { reward_name: 'friend-20', person_id, friend_id: null },
    ])
    expect(await database.query('select friend_id from referrals where friend_id = any($1)', [ids])).toEqual([
      { friend_id: person_id },
    ])
  }
})

test('a merge of two profiles of an advocate, beside further orders, pays each order once to who remains', async () => {
  const { clientId, campaignId, serverToken: token } = demo.sandbox
  const sandbox = (index: number, path: string, json?: object) =>
    send(index, 'server', path, { token, ...(json && { json }) })
  const reward = { to: 'advocate', step: 'conversion', value: 5, type: 'USD', once_per: 'event' }
  const program = {
    ...{ name: 'Commissions', label: 'commissions', events: { purchase: 'conversion' } },
    referral: { step: 'conversion', found_by: ['coupon_code'] },
    rewards: [
      { ...reward, name: 'commission', fulfillment: { mode: 'immediate' } },
      { ...reward, name: 'bonus', fulfillment: { mode: 'approval' } },
    ],
  }
  const version = { message: 'Commissions', program, publish: true }
  expect((await sandbox(0, `/v2/campaigns/${campaignId}/versions`, version)).status).toBe(200)
  const newAdvocate = async (index: number) => {
    const email = newEmail()
    const { id } = await (await sandbox(index, '/v5/persons', { email })).json()
    const own = await newToken(index, { email, client_id: clientId })
    const path = '/v6/me/shareables/get-or-create'
    const { code } = await (await send(index, 'program', path, { token: own, json: {} })).json()
    return { id: id as string, coupon_code: code as string }
  }
  for (let round = 0; round < 3; round += 1) {
    const [source, target] = [await newAdvocate(0), await newAdvocate(1)]
    const email = newEmail()
    const order = async (index: number, { coupon_code }: typeof source, number: number) => {
      const data = { email, coupon_code, partner_event_id: `${round}-${number}` }
      return (await (await sandbox(index, '/v6/events', { event_name: 'purchase', data })).json()).event_id as string
    }
    const earlier = [await order(0, source, 1), await order(1, source, 2), await order(0, source, 3)]
    earlier.push(await order(1, target, 4))
    const forward = (index: number) =>
      sandbox(index, `/v5/persons/${source.id}/forward`, { target_person_id: target.id })
    const [merges, ...later] = await Promise.all([
      Promise.all([forward(0), forward(1)]),
      ...[0, 1].map(index => order(index, source, 5)),
      ...[1, 0].map(index => order(index, target, 6)),
      order(1, source, 1),
    ])
    expect(merges.map(({ status }) => status).sort()).toEqual([200, 400])
    const orders = [...new Set([...earlier, ...later])]
    expect(orders).toHaveLength(6)
    const earned = await database.query(
      `select event_id, reward_name, person_id, array_agg(s.state order by s.position) as states
       from rewards join reward_states s using (reward_id) where person_id = any($1)
       group by reward_id, reward_name order by event_id collate "C", reward_name`,
      [[source.id, target.id]],
    )
    const rewardsOf = (event_id: string) => [
      { event_id, reward_name: 'bonus', person_id: target.id, states: ['EARNED'] },
      { event_id, reward_name: 'commission', person_id: target.id, states: ['EARNED', 'FULFILLED'] },
    ]
    expect(earned).toEqual(orders.sort().flatMap(rewardsOf))
    for (const index of [0, 1])
      for (const id of [source.id, target.id])
        expect(await (await sandbox(index, `/v5/persons/${id}/rewards`)).json()).toHaveLength(12)
  }
})

test('friends who buy in both processes at the same moment complete the number of friends for a reward', async () => {
  const { clientId, campaignId, serverToken: token } = demo.sandbox
  const program = {
    ...{ name: 'Friends', label: 'friends', events: { purchase: 'conversion' } },
    referral: { step: 'conversion', found_by: ['coupon_code'] },
    rewards: [{ name: 'for-two', to: 'advocate', step: 'conversion', friends: 2, value: 5, type: 'USD' }],
  }
  const version = { message: 'Friends', program, publish: true }
  const published = await send(0, 'server', `/v2/campaigns/${campaignId}/versions`, { token, json: version })
  expect(published.status).toBe(200)
  for (let round = 0; round < 10; round += 1) {
    const own = await newToken(0, { email: newEmail(), client_id: clientId })
    const path = '/v6/me/shareables/get-or-create'
    const { code: coupon_code } = await (await send(0, 'program', path, { token: own, json: {} })).json()
    const buy = (index: number) => {
      const json = { event_name: 'purchase', data: { email: newEmail(), coupon_code } }
      return send(index, 'server', '/v6/events', { token, json })
    }
    expect(statusesOf(await fromBoth(buy, 2))).toEqual({ 200: 2 })
    const earned = `select reward_name from rewards join shareables using (person_id) where code = $1`
    expect(await database.query(earned, [coupon_code])).toEqual([{ reward_name: 'for-two' }])
  }
})

test('a file for an SFTP server is delivered once, and each of many synchronizations at once has succeeded', async () => {
  const sftp = await startSftpServer()
  onTestFinished(() => sftp.close())
  const arrived: string[] = []
  const store = sftp.files.set.bind(sftp.files)
  sftp.files.set = (path, content) => {
    if (path.endsWith('.csv')) arrived.push(path)
    return store(path, content)
  }
  const { serverToken: token } = demo.sandbox
  const call = async (index: number, path: string, more: Call = {}) =>
    (await send(index, 'server', path, { token, ...more })).json()
  const server = { host: '127.0.0.1', port: sftp.port, ...user, path: '/incoming' }
  const { id: sftp_server_id } = await call(0, '/v6/sftp-servers', { json: server })
  const runner = { name: 'People', report_type: 'PERSONS', sftp_server_id }
  const { id } = await call(0, '/v7/report-runners', { json: runner })
  sftp.isReadOnly = true
  const runs = await Promise.all(
    [0, 1, 0].map(index => call(index, `/v7/report-runners/${id}/run`, { method: 'POST' })),
  )
  sftp.isReadOnly = false
  const synced = await Promise.all(
    [0, 1, 0, 1, 0, 1].map(index => call(index, `/v6/sftp-servers/${sftp_server_id}/sync`, { method: 'POST' })),
  )
  const results = synced.map(({ sync_status, sync_error }) => [sync_status, sync_error])
  expect(results).toEqual(synced.map(() => ['SUCCEEDED', null]))
  expect(arrived.sort()).toEqual(runs.map(run => `/incoming/${run.filename}`).sort())
  for (const run of runs)
    expect(await call(1, `/v7/report-runners/${id}/runs/${run.id}`)).toMatchObject({
      delivery: { status: 'SUCCEEDED', error: null },
    })
})

describe('the messages of a webhook', () => {
  let receiver: Receiver
  beforeAll(async () => {
    receiver = await startReceiver()
  })
  afterEach(async () => {
    await database.query('delete from webhooks')
  })
  afterAll(() => receiver.close())

  const createWebhook = () =>
    backend(0, '/v6/webhooks', { json: { url: receiver.url, event_types: ['event.recorded'] } })
  const trackEvents = () =>
    fromBoth(index =>
      backend(index, '/v6/async-events', { json: { event_name: 'browse', data: { email: newEmail() } } }),
    )
  /** The number of messages in each state, once all are delivered. */
  const whenDelivered = (wait = WAIT) =>
    vi.waitFor(async () => {
      const states = await database.query('select state, count(*) from webhook_messages group by state')
      expect(states).toEqual([{ state: 'DELIVERED', count: 20 }])
    }, wait)
  const idsOf = (received: Receiver['received']) => new Set(received.map(({ headers }) => headers['webhook-id']))

  test('are delivered once by two processes', async () => {
    await createWebhook()
    await trackEvents()
    await whenDelivered()
    expect([receiver.received.length, idsOf(receiver.received).size]).toEqual([20, 20])
  })

  test('are delivered by the other process if one is lost in the middle', async () => {
    receiver.received.length = 0
    const open: ServerResponse[] = []
    receiver.answer = response => void open.push(response)
    await createWebhook()
    await trackEvents()
    await vi.waitFor(async () => {
      const [sending] = await database.query(
        `select count(*) from jobs where kind = 'webhook-message' and lease is not null`,
      )
      expect(sending).toEqual({ count: 16 })
    }, WAIT)
    await end(processes[0]!)
    receiver.answer = withStatus(204)
    for (const response of open) withStatus(204)(response)
    // The leases of the lost process are left after half a minute without a sign of it.
    await whenDelivered({ ...WAIT, ...SOON })
    // Eight were answered, but their results are lost: they are sent again.
    expect([receiver.received.length, idsOf(receiver.received).size]).toEqual([28, 20])
  })
})

test('one process goes on when the other has ended', async () => {
  const token = await newToken(1)
  await end(processes[0]!)
  expect((await send(1, 'program', '/v4/me', { token })).status).toBe(200)
})
