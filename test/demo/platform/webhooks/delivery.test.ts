import { createHmac } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { cleanUps } from '../../../../demo/platform/clean-ups.js'
import { wireNames } from '../../../../demo/platform/http/wire-names.js'
import { demo } from '../../../../demo/platform/index.js'
import { startQueue } from '../../../../demo/platform/jobs/queue.js'
import { settingsFrom } from '../../../../demo/platform/options.js'
import type { Queryable } from '../../../../demo/platform/store/database.js'
import { messageJobs } from '../../../../demo/platform/webhooks/deliver-message.js'
import { type Call, program, server, shop, usePlatform } from '../use-platform.js'
import { type Receiver, startReceiver, withStatus } from './receiver.js'

const visit = usePlatform(undefined, { allowPrivateAddresses: true })
const restricted = usePlatform()

const DAY_MS = 86_400_000
/** How long a message waits after each attempt. */
const DELAYS_SECONDS = [5, 300, 1_800, 7_200, 18_000, 36_000]
/** How long a webhook can fail until it is disabled. */
const MAX_FAILING_MS = 5 * DAY_MS

let receiver: Receiver
beforeEach(async () => {
  receiver = await startReceiver()
})
afterEach(async () => {
  await visit.rows('delete from webhooks')
  await receiver.close()
})

const send = (path: string, call: Call = {}) => visit.send(`${server}/v6${path}`, { token: demo.serverToken, ...call })
const read = async (path: string, call?: Call) => (await send(path, call)).json()
const post = (path: string, json: object = {}) => read(path, { json })

const create = (event_types: string[], settings: object = {}) =>
  post('/webhooks', { url: receiver.url, event_types, ...settings })
const messagesOf = ({ id }: { id: string }) => read(`/webhooks/${id}/messages`)
const browse = (email = 'ada@example.com') => post('/events', { event_name: 'browse', data: { email } })
const deliver = () => visit.platform.deliverWebhooks()

/** Starts a process, lets it delete what is due, and ends it. */
async function cleanUp(): Promise<void> {
  const queue = startQueue(domain(), cleanUps)
  await queue.idle('webhook-cleanup')
  await queue.stop()
}

const HOUR_MS = 3_600_000

/** Queues a message that is due in an hour, so that the platform leaves it to the worker of a test. */
async function queueForLater(): Promise<{ id: string }> {
  const webhook = await create(['event.recorded'])
  visit.now += HOUR_MS
  await browse()
  visit.now -= HOUR_MS
  return webhook
}

/** The dependencies of a worker in another process, whose clock can be ahead. */
const domain = (aheadMs = 0) => ({
  db: visit.platform.db,
  settings: settingsFrom({
    programOrigin: program,
    serverOrigin: server,
    landingUrl: shop,
    allowedOrigins: [],
    allowPrivateAddresses: true,
    now: () => visit.now + aheadMs,
  }),
  names: wireNames('svc'),
  secrets: visit.platform.secrets,
  clientId: demo.clientId,
})

describe('a message', () => {
  test('about an event is delivered, and says what was recorded', async () => {
    const webhook = await create(['event.recorded'])
    const event_time = new Date(visit.now - HOUR_MS).toISOString()
    const { event_id, person_id } = await post('/events', {
      event_name: 'purchase',
      data: {
        email: 'ada@example.com',
        event_time,
        partner_event_id: 'o-1',
        token: 'secret',
        jwt: 'secret',
        access_token: 'secret',
        nested: { jwt: 'secret', list: [{ accessToken: 'secret' }, 7] },
        auth: 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl',
      },
    })
    await deliver()
    const [message] = await messagesOf(webhook)
    const [{ headers, body, path }] = receiver.received as [(typeof receiver.received)[0]]
    const time = new Date(visit.now).toISOString()
    expect(receiver.received).toHaveLength(1)
    expect([path, headers['content-type'], headers['webhook-id']]).toEqual(['/hook', 'application/json', message.id])
    expect(headers['webhook-timestamp']).toBe(String(visit.now / 1000))
    expect(JSON.parse(body)).toEqual({
      type: 'event.recorded',
      timestamp: time,
      data: {
        event_id,
        person_id,
        event_name: 'purchase',
        event_date: event_time,
        verified: true,
        data: { email: 'ada@example.com', event_time, partner_event_id: 'o-1', nested: { list: [{}, 7] } },
      },
    })
    expect(message).toEqual({
      id: expect.stringMatching(/^msg_[0-9a-f]{20}$/),
      webhook_id: webhook.id,
      type: 'event.recorded',
      state: 'DELIVERED',
      payload: JSON.parse(body),
      attempts: [{ date: time, status: 204, failure: null }],
      next_attempt_date: null,
      created_date: time,
    })
  })

  test('is queued for each state of a reward, has no code, and does not wait for a disabled webhook', async () => {
    const types = ['reward.earned', 'reward.fulfilled', 'reward.sent', 'reward.revoked']
    const webhook = await create(types)
    const disabled = await create(types, { enabled: false })
    const person = await visit.verified('reward-owner@example.com')
    const { code } = await (await visit.send('/v6/me/shareables/get-or-create', { token: person, json: {} })).json()
    await post('/events', {
      event_name: 'purchase',
      data: {
        ...{ email: 'friend-of-owner@example.com', advocate_code: code, partner_event_id: 'o-2' },
        event_time: new Date(visit.now - HOUR_MS).toISOString(),
        container: 'trial',
      },
    })
    const [waiting] = await read('/../v2/rewards?success_only=false&state=EARNED&limit=1')
    await send(`/../v2/custom-rewards/${waiting.reward_id}/fulfilled_and_sent`, {
      json: { partner_reward_id: 'CODE-1' },
    })
    await send(`/../v2/rewards/${waiting.reward_id}/revoke`, { json: { message: 'Returned' } })
    await deliver()
    const ofReward = receiver.received
      .map(({ body }) => JSON.parse(body))
      .filter(({ data }) => data.reward_id === waiting.reward_id)
    expect(ofReward.map(({ type }) => type).sort()).toEqual([...types].sort())
    const dataOf = (state: string) => ofReward.find(({ type }) => type === `reward.${state}`)!.data
    const [stored] = await visit.rows(
      `select reward_id, reward_name, person_id, friend_id, event_id, campaign_id, journey_name, face_value::float8, face_value_type, container
       from rewards where reward_id = $1`,
      [waiting.reward_id],
    )
    const created_date = new Date(visit.now).toISOString()
    expect(dataOf('revoked')).toEqual({ ...stored, state: 'REVOKED', message: 'Returned', created_date })
    expect(dataOf('earned')).toEqual({ ...stored, state: 'EARNED', message: null, created_date })
    const rewards = receiver.received.map(({ body }) => JSON.parse(body).data)
    expect(rewards.some(({ friend_id }) => friend_id !== null)).toBe(true)
    expect(JSON.stringify(receiver.received)).not.toContain('CODE-1')
    expect((await messagesOf(webhook)).every(({ state }: { state: string }) => state === 'DELIVERED')).toBe(true)
    expect(await messagesOf(disabled)).toEqual([])
  })

  test('is queued neither for other types, nor for disabled webhooks, nor for the requests of zones, nor for other tenants', async () => {
    const webhooks = [
      await create(['reward.earned']),
      await create(['event.recorded'], { enabled: false }),
      await read('/webhooks', {
        token: demo.sandbox.serverToken,
        json: { url: receiver.url, event_types: ['event.recorded'] },
      }),
    ]
    await browse()
    const all = await create(['event.recorded'])
    const zone = await visit.send('/v6/zones', {
      token: await visit.verified('ada@example.com'),
      json: { event_name: 'share_experience' },
    })
    expect(await zone.json()).toMatchObject({ event_id: expect.any(String) })
    expect(await visit.rows('select * from webhook_messages')).toEqual([])
    await browse()
    expect(await visit.rows('select webhook_id from webhook_messages')).toEqual([{ webhook_id: all.id }])
    expect([...webhooks, all].every(({ id }) => id)).toBe(true)
  })

  test('is not queued for an event that is refused or sent again', async () => {
    const webhook = await create(['event.recorded'])
    const token = await visit.verified('ada@example.com')
    const event = { event_name: 'browse', data: { partner_event_id: 'b-1' } }
    await visit.send('/v6/events', { token, json: event })
    await visit.send('/v6/events', { token, json: event })
    await visit.send('/v6/events', { token, json: { event_name: 'x'.repeat(300) } })
    expect(await messagesOf(webhook)).toHaveLength(1)
  })

  test('is queued again for an event that a proven one takes over, with the same id and the proven data', async () => {
    const webhook = await create(['event.recorded'])
    const event = { event_name: 'browse', data: { email: 'ada@example.com', partner_event_id: 'b-2' } }
    await visit.send('/v6/events', { token: await visit.anonymous(), json: event })
    const { event_id } = await post('/events', { ...event, data: { ...event.data, color: 'red' } })
    const told = (await messagesOf(webhook)).map(({ payload }: { payload: { data: object } }) => payload.data)
    expect(told).toMatchObject([
      { event_id, verified: true, data: { color: 'red' } },
      { event_id, verified: false },
    ])
  })

  test('goes to the tenant of the person', async () => {
    const sandbox = await read('/webhooks', {
      token: demo.sandbox.serverToken,
      json: { url: receiver.url, event_types: ['event.recorded'] },
    })
    const production = await create(['event.recorded'])
    await read('/events', {
      token: demo.sandbox.serverToken,
      json: { event_name: 'browse', data: { email: 's@example.com' } },
    })
    expect(await messagesOf(production)).toEqual([])
    expect(await visit.rows('select webhook_id from webhook_messages')).toEqual([{ webhook_id: sandbox.id }])
  })

  test('costs an event no statement where nobody is informed, and one otherwise', async () => {
    const { db } = visit.platform
    const statements: string[] = []
    const { backendSender, recordEvent } = await import('../../../../demo/platform/events/record-event.js')
    const { person_id } = await browse()
    const counted = {
      ...db,
      query: <T>(sql: string, params?: unknown[]) => {
        statements.push(sql)
        return db.query<T>(sql, params)
      },
    }
    const record = () =>
      recordEvent({ ...domain(), db: counted }, backendSender(person_id), { name: 'browse', data: {} })
    await record()
    const without = statements.splice(0).length
    await create(['reward.earned'])
    await create(['event.recorded'], { enabled: false })
    await read('/webhooks', {
      token: demo.sandbox.serverToken,
      json: { url: receiver.url, event_types: ['event.recorded'] },
    })
    await record()
    expect(statements.splice(0)).toHaveLength(without)
    await create(['event.recorded'])
    await create(['event.recorded'])
    await record()
    expect(statements).toHaveLength(without + 1)
  })
})

describe('the signature', () => {
  const signatureBy = (secret: string, { headers, body }: Receiver['received'][0]) => {
    const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
    const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
    return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`
  }

  test('is by the secret, and after a rotation also by the one before, for a day', async () => {
    const { id, secret } = await create(['event.recorded'])
    await browse()
    await deliver()
    const rotated = await post(`/webhooks/${id}/rotate-secret`)
    const previous_secret_expires_date = new Date(visit.now + DAY_MS).toISOString()
    expect(rotated).toMatchObject({ previous_secret_expires_date })
    // Other settings leave the secrets as they are.
    const json = { url: `${receiver.url}?moved`, enabled: true }
    expect(await read(`/webhooks/${id}`, { method: 'PUT', json })).toMatchObject({ previous_secret_expires_date })
    visit.now += DAY_MS - 1000
    await browse()
    await deliver()
    visit.now += 1000
    await browse()
    await deliver()
    const [before, during, after] = receiver.received
    expect(before!.headers['webhook-signature']).toBe(signatureBy(secret, before!))
    expect(during!.headers['webhook-signature']).toBe(
      `${signatureBy(rotated.secret, during!)} ${signatureBy(secret, during!)}`,
    )
    expect(after!.headers['webhook-signature']).toBe(signatureBy(rotated.secret, after!))
    expect((await read(`/webhooks/${id}`)).previous_secret_expires_date).toBeNull()
  })

  test('is by the last two secrets only', async () => {
    const { id } = await create(['event.recorded'])
    const second = await post(`/webhooks/${id}/rotate-secret`)
    const third = await post(`/webhooks/${id}/rotate-secret`)
    await browse()
    await deliver()
    const [sent] = receiver.received
    expect(sent!.headers['webhook-signature']).toBe(
      `${signatureBy(third.secret, sent!)} ${signatureBy(second.secret, sent!)}`,
    )
  })
})

describe('a message that is not accepted', () => {
  test('is tried again after longer and longer times, and is dead after the last', async () => {
    receiver.answer = withStatus(500)
    const webhook = await create(['event.recorded'])
    await browse()
    const start = visit.now
    await deliver()
    for (const [index, delay] of DELAYS_SECONDS.entries()) {
      visit.now += delay * 1000 - 1
      await deliver()
      expect(receiver.received).toHaveLength(index + 1)
      visit.now += 1
      await deliver()
      expect(receiver.received).toHaveLength(index + 2)
    }
    const [message] = await messagesOf(webhook)
    expect([message.state, message.next_attempt_date]).toEqual(['DEAD', null])
    expect(message.attempts.map(({ date }: { date: string }) => (Date.parse(date) - start) / 1000)).toEqual([
      ...[0, 5, 305, 2105, 9305, 27_305, 63_305],
    ])
    // Receivers refuse an attempt that was signed long ago.
    expect(receiver.received.map(({ headers }) => Number(headers['webhook-timestamp']))).toEqual(
      message.attempts.map(({ date }: { date: string }) => Math.floor(Date.parse(date) / 1_000)),
    )
    expect(message.attempts[0]).toMatchObject({ status: 500, failure: { code: 'rejected' } })
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id']))).toEqual(new Set([message.id]))
    visit.now += DAY_MS
    await deliver()
    expect(receiver.received).toHaveLength(7)
    expect(await read(`/webhooks/${webhook.id}`)).toMatchObject({
      dead_messages: 1,
      pending_messages: 0,
      last_attempt: { status: 500 },
    })
  })

  test('does not stop other webhooks', async () => {
    receiver.answer = (response, { path }) => void response.writeHead(path === '/hook' ? 204 : 503).end()
    const broken = await create(['event.recorded'], { url: `${receiver.url}/broken` })
    const works = await create(['event.recorded'])
    await browse()
    await deliver()
    const [[failed], [delivered]] = [await messagesOf(broken), await messagesOf(works)]
    expect([failed.state, delivered.state]).toEqual(['PENDING', 'DELIVERED'])
    // One change is one message, whoever gets it.
    expect(failed.id).toBe(delivered.id)
  })

  test.each([301, 302, 307])('because of a redirect with %i is not sent to another place', async status => {
    receiver.answer = withStatus(status, { Location: '/elsewhere' })
    const webhook = await create(['event.recorded'])
    await browse()
    await deliver()
    expect(receiver.received.map(({ path }) => path)).toEqual(['/hook'])
    expect((await messagesOf(webhook))[0].attempts).toMatchObject([{ status, failure: { code: 'redirected' } }])
  })

  test.each([
    [200, null],
    [299, null],
    [300, 'redirected'],
    [399, 'redirected'],
    [400, 'rejected'],
    [599, 'rejected'],
  ])('or is accepted, by its status %i: %s', async (status, code) => {
    receiver.answer = withStatus(status)
    const webhook = await create(['event.recorded'])
    await browse()
    await deliver()
    const failure = code && { code, message: expect.any(String) }
    expect((await messagesOf(webhook))[0].attempts).toEqual([{ date: expect.any(String), status, failure }])
  })

  test('is tried again so long after its answer, not after its request', async () => {
    const start = visit.now
    receiver.answer = response => {
      visit.now += 10_000
      withStatus(500)(response)
    }
    const webhook = await create(['event.recorded'])
    await browse()
    await deliver()
    expect(await messagesOf(webhook)).toMatchObject([
      {
        attempts: [{ date: new Date(start).toISOString() }],
        next_attempt_date: new Date(start + 10_000 + DELAYS_SECONDS[0]! * 1000).toISOString(),
      },
    ])
  })

  test('waits in a disabled webhook, however long, and keeps the time of its next attempt', async () => {
    receiver.answer = withStatus(500)
    const webhook = await create(['event.recorded'])
    const enable = (enabled: boolean) => read(`/webhooks/${webhook.id}`, { method: 'PUT', json: { enabled } })
    await browse()
    await deliver()
    await enable(false)
    const [waiting] = await messagesOf(webhook)
    await enable(true)
    expect(await messagesOf(webhook)).toEqual([waiting])
    await enable(false)
    visit.now += 40 * DAY_MS
    await deliver()
    await cleanUp()
    expect(await messagesOf(webhook)).toEqual([waiting])
    expect(receiver.received).toHaveLength(1)
    // It goes on with the attempts that it had left.
    await enable(true)
    await deliver()
    const next_attempt_date = new Date(visit.now + DELAYS_SECONDS[1]! * 1000).toISOString()
    expect(await messagesOf(webhook)).toMatchObject([
      { attempts: [{ status: 500 }, { status: 500 }], next_attempt_date },
    ])
  })

  test('with 410 disables the webhook, until it is enabled again', async () => {
    const webhook = await create(['event.recorded'])
    receiver.answer = withStatus(500)
    await browse()
    await deliver()
    receiver.answer = withStatus(410)
    await browse()
    await deliver()
    await browse()
    expect(await read(`/webhooks/${webhook.id}`)).toMatchObject({ enabled: false, is_gone: true, dead_messages: 1 })
    expect(await messagesOf(webhook)).toMatchObject([
      { state: 'DEAD', attempts: [{ failure: { code: 'gone' } }] },
      { state: 'PENDING', attempts: [{ status: 500 }] },
    ])
    receiver.answer = withStatus(200)
    expect((await send(`/webhooks/${webhook.id}/test`, { json: {} })).status).toBe(400)
    const json = { enabled: true }
    expect(await read(`/webhooks/${webhook.id}`, { method: 'PUT', json })).toMatchObject({ ...json, is_gone: false })
    await browse()
    await deliver()
    expect(receiver.received).toHaveLength(3)
  })

  test('with 410 of a URL that the webhook no longer has does not disable it', async () => {
    const webhook = await create(['event.recorded'])
    const asked = new Promise<() => void>(resolve => {
      receiver.answer = response => resolve(() => withStatus(410)(response))
    })
    await browse()
    const delivered = deliver()
    const answer = await asked
    await read(`/webhooks/${webhook.id}`, { method: 'PUT', json: { url: `${receiver.url}/other` } })
    answer()
    await delivered
    expect(await read(`/webhooks/${webhook.id}`)).toMatchObject({ enabled: true, is_gone: false, last_attempt: null })
    expect(await messagesOf(webhook)).toMatchObject([{ state: 'DEAD', attempts: [{ failure: { code: 'gone' } }] }])
  })

  test('changes message and webhook, or neither', async () => {
    const webhook = await queueForLater()
    const [message] = await messagesOf(webhook)
    receiver.answer = withStatus(410)
    const failing = (db: Queryable): Queryable => ({
      ...db,
      query: (sql, params) =>
        sql.startsWith('update webhooks ')
          ? Promise.reject(new Error('The connection was lost'))
          : db.query(sql, params),
    })
    const job = {
      ...{ job_id: 'a', kind: messageJobs.name, client_id: demo.clientId, lane: webhook.id, payload: message.id },
      ...{ failures: 0, ended_processes: 0, lease: 'a', created_at: new Date() },
    }
    const store = await messageJobs.work(domain(HOUR_MS), job, new AbortController().signal, () => {})
    const stored = visit.platform.db.transaction(db => store({ ...domain(HOUR_MS), db: failing(db) }))
    await expect(stored).rejects.toThrow('The connection was lost')
    expect((await messagesOf(webhook))[0]).toMatchObject({ state: 'PENDING', attempts: [] })
  })

  test('for five days disables the webhook, until it is enabled again', async () => {
    receiver.answer = withStatus(503)
    const webhook = await create(['event.recorded'])
    const attempt = async () => {
      await browse()
      await deliver()
      return read(`/webhooks/${webhook.id}`)
    }
    const since = new Date(visit.now).toISOString()
    expect(await attempt()).toMatchObject({ enabled: true, failing_since: since })
    visit.now += MAX_FAILING_MS - 1
    expect(await attempt()).toMatchObject({ enabled: true, failing_since: since })
    visit.now += 1
    expect(await attempt()).toMatchObject({ enabled: false, is_gone: false, failing_since: since })
    const json = { enabled: true }
    const enabled = await read(`/webhooks/${webhook.id}`, { method: 'PUT', json })
    expect(enabled).toMatchObject({ enabled: true, failing_since: null })
    visit.now += 1
    expect(await attempt()).toMatchObject({ enabled: true, failing_since: new Date(visit.now).toISOString() })
  })

  test('has failed since its first failure until its URL changes or somebody enables or disables it', async () => {
    receiver.answer = withStatus(503)
    const webhook = await create(['event.recorded'])
    const put = (json: object) => read(`/webhooks/${webhook.id}`, { method: 'PUT', json })
    const fail = async () => {
      await browse()
      await deliver()
      const { failing_since } = await read(`/webhooks/${webhook.id}`)
      visit.now += 1_000
      return failing_since
    }
    const first = await fail()
    expect(await fail()).toBe(first)
    expect(await put({ event_types: ['event.recorded', 'reward.sent'] })).toMatchObject({ failing_since: first })
    expect(await put({ url: `${receiver.url}?moved` })).toMatchObject({ failing_since: null })
    expect(await fail()).not.toBe(first)
    expect(await put({ enabled: false })).toMatchObject({ failing_since: null })
  })

  test('with 410 says so until the webhook is enabled, whatever else changes', async () => {
    receiver.answer = withStatus(410)
    const webhook = await create(['event.recorded'])
    await browse()
    await deliver()
    const put = (json: object) => read(`/webhooks/${webhook.id}`, { method: 'PUT', json })
    expect(await put({ enabled: false })).toMatchObject({ is_gone: true })
    expect(await put({ url: `${receiver.url}?moved` })).toMatchObject({ is_gone: true })
    expect(await put({ enabled: true })).toMatchObject({ is_gone: false })
  })

  test('for days disables nothing if another message was delivered in between', async () => {
    const webhook = await create(['event.recorded'])
    for (const status of [503, 204, 503]) {
      receiver.answer = withStatus(status)
      await browse()
      await deliver()
      visit.now += MAX_FAILING_MS
    }
    expect(await read(`/webhooks/${webhook.id}`)).toMatchObject({ enabled: true })
  })

  test('because nobody listens is pending', async () => {
    const { url, close } = await startReceiver()
    await close()
    const webhook = await create(['event.recorded'], { url })
    await browse()
    await deliver()
    expect((await messagesOf(webhook))[0]).toMatchObject({
      state: 'PENDING',
      attempts: [{ status: null, failure: { code: 'connection_failed' } }],
      next_attempt_date: new Date(visit.now + 5000).toISOString(),
    })
  })

  test('because its host is private is not sent', async () => {
    const call = { token: demo.serverToken, json: { url: 'https://127.0.0.1:9/hook', event_types: ['event.recorded'] } }
    const { id } = await (await restricted.send(`${server}/v6/webhooks`, call)).json()
    // The host was public when the webhook was created.
    await restricted.rows('update webhooks set url = $1', [receiver.url])
    await restricted.send(`${server}/v6/webhooks/${id}/test`, { token: demo.serverToken, method: 'POST' })
    await restricted.platform.deliverWebhooks()
    const messages = await restricted.send(`${server}/v6/webhooks/${id}/messages`, { token: demo.serverToken })
    expect(await messages.json()).toMatchObject([
      { attempts: [{ status: null, failure: { code: 'address_not_allowed' } }] },
    ])
    expect(receiver.received).toEqual([])
  })
})

describe('a replay', () => {
  const kill = () => visit.rows(`update webhook_messages set state = 'DEAD', failures = 7`)

  test('of a dead message delivers it again, with the same id and content', async () => {
    receiver.answer = withStatus(500)
    const webhook = await create(['event.recorded'])
    await browse()
    await deliver()
    await kill()
    receiver.answer = withStatus(200)
    const [{ id }] = await messagesOf(webhook)
    visit.now += HOUR_MS
    const next_attempt_date = new Date(visit.now).toISOString()
    const replayed = await post(`/webhooks/${webhook.id}/messages/${id}/replay`)
    expect(replayed).toMatchObject({ id, state: 'PENDING', next_attempt_date })
    await deliver()
    const [first, second] = receiver.received
    expect([second!.body, second!.headers['webhook-id']]).toEqual([first!.body, first!.headers['webhook-id']])
    expect(await read(`/webhooks/${webhook.id}/messages/${id}`)).toMatchObject({
      state: 'DELIVERED',
      attempts: [{ status: 500 }, { status: 200 }],
    })
  })

  test('has as many attempts as a new message', async () => {
    receiver.answer = withStatus(500)
    const webhook = await create(['event.recorded'])
    await browse()
    await deliver()
    await kill()
    const [{ id }] = await messagesOf(webhook)
    await post(`/webhooks/${webhook.id}/messages/${id}/replay`)
    await deliver()
    const next_attempt_date = new Date(visit.now + DELAYS_SECONDS[0]! * 1000).toISOString()
    expect(await messagesOf(webhook)).toMatchObject([{ state: 'PENDING', next_attempt_date }])
  })

  test('of a message of a disabled webhook waits until the webhook is enabled', async () => {
    const webhook = await create(['event.recorded'])
    const enable = (enabled: boolean) => read(`/webhooks/${webhook.id}`, { method: 'PUT', json: { enabled } })
    await browse()
    await deliver()
    await enable(false)
    const [{ id }] = await messagesOf(webhook)
    await post(`/webhooks/${webhook.id}/messages/${id}/replay`)
    await deliver()
    expect(receiver.received).toHaveLength(1)
    await enable(true)
    await deliver()
    expect(receiver.received).toHaveLength(2)
  })

  test('of a delivered message delivers it again; one that waits cannot be replayed', async () => {
    const webhook = await create(['event.recorded'])
    await browse()
    await deliver()
    const [{ id }] = await messagesOf(webhook)
    receiver.answer = withStatus(503)
    await post(`/webhooks/${webhook.id}/messages/${id}/replay`)
    await deliver()
    expect(receiver.received).toHaveLength(2)
    const refused = await send(`/webhooks/${webhook.id}/messages/${id}/replay`, { json: {} })
    expect([refused.status, (await refused.json()).code]).toEqual([400, 'invalid_parameter'])
  })

  test('of all dead messages leaves the others', async () => {
    const webhook = await create(['event.recorded'])
    await browse()
    await deliver()
    receiver.answer = withStatus(500)
    await browse()
    await browse()
    await deliver()
    await visit.rows(`update webhook_messages set state = 'DEAD' where state = 'PENDING'`)
    // One more waits for its next attempt.
    await browse()
    await deliver()
    receiver.answer = withStatus(200)
    receiver.received.length = 0
    expect(await post(`/webhooks/${webhook.id}/replay`)).toEqual({ replayed_messages: 2 })
    await deliver()
    expect(receiver.received).toHaveLength(2)
    expect(await read(`/webhooks/${webhook.id}/messages?state=DEAD`)).toEqual([])
    expect(await read(`/webhooks/${webhook.id}/messages?state=DELIVERED`)).toHaveLength(3)
    expect(await read(`/webhooks/${webhook.id}/messages?state=DELIVERED&limit=2&offset=2`)).toHaveLength(1)
  })
})

describe('a process', () => {
  test('delivers no message that another one delivers at the same time', async () => {
    const webhook = await create(['event.recorded'])
    const others = [startQueue(domain(), [messageJobs]), startQueue(domain(), [messageJobs])]
    for (let number = 0; number < 30; number += 1) await browse()
    await Promise.all([deliver(), ...others.map(queue => queue.idle(messageJobs.name))])
    await Promise.all(others.map(queue => queue.stop()))
    const ids = receiver.received.map(({ headers }) => headers['webhook-id'])
    expect(ids).toHaveLength(30)
    expect(new Set(ids).size).toBe(30)
    expect(await messagesOf(webhook)).toHaveLength(30)
  })

  test('that is stopped gives back what it is sending', async () => {
    const webhook = await queueForLater()
    const queue = startQueue(domain(HOUR_MS), [messageJobs])
    const asked = new Promise<void>(resolve => {
      receiver.answer = () => resolve()
    })
    queue.wake(messageJobs.name)
    await asked
    await queue.stop()
    const time = new Date(visit.now + HOUR_MS).toISOString()
    expect(await messagesOf(webhook)).toMatchObject([{ state: 'PENDING', attempts: [], next_attempt_date: time }])
    receiver.answer = withStatus(204)
    visit.now += HOUR_MS
    await deliver()
    expect(await messagesOf(webhook)).toMatchObject([{ state: 'DELIVERED' }])
  })

  test('delivers by itself what is due', async () => {
    const webhook = await create(['event.recorded'])
    const delivered = new Promise<void>(resolve => {
      receiver.answer = response => {
        withStatus(204)(response)
        response.once('close', resolve)
      }
    })
    await browse()
    await delivered
    await deliver()
    expect(await messagesOf(webhook)).toMatchObject([{ state: 'DELIVERED' }])
  })

  test('keeps messages for 30 days after their last attempt, however long they have waited', async () => {
    const webhook = await create(['event.recorded'])
    const gone = await create(['event.recorded'], { url: `${receiver.url}?gone` })
    receiver.answer = (response, { path }) => withStatus(path.endsWith('?gone') ? 410 : 204)(response)
    await browse()
    await read(`/webhooks/${webhook.id}`, { method: 'PUT', json: { enabled: false } })
    visit.now += 40 * DAY_MS
    await read(`/webhooks/${webhook.id}`, { method: 'PUT', json: { enabled: true } })
    await deliver()
    const kept = async (days: number) => {
      visit.now += days * DAY_MS
      await cleanUp()
      return [...(await messagesOf(webhook)), ...(await messagesOf(gone))]
    }
    expect(await kept(30)).toMatchObject([{ state: 'DELIVERED' }, { state: 'DEAD' }])
    expect(await kept(1)).toEqual([])
  })

  test('that is restarted again and again deletes old messages', async () => {
    const webhook = await create(['event.recorded'])
    await browse()
    await deliver()
    await cleanUp()
    for (let restarts = 0; restarts < 3; restarts += 1) {
      visit.now += 15 * DAY_MS
      await cleanUp()
    }
    expect(await messagesOf(webhook)).toEqual([])
  })
})
