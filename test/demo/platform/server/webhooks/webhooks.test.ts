import { describe, expect, test } from 'vitest'
import { demo } from '../../../../../demo/platform/index.js'
import { type Call, codeOf, server, usePlatform } from '../../use-platform.js'

const visit = usePlatform()
const local = usePlatform(undefined, { allowPrivateAddresses: true })

const URL = 'https://shop.example.com/webhooks'
const settings = { url: URL, event_types: ['reward.earned'] }

const sendTo = (platform: typeof visit, path: string, call: Call = {}) =>
  platform.send(`${server}/v6/webhooks${path}`, { token: demo.serverToken, ...call })
const send = (path: string, call?: Call) => sendTo(visit, path, call)
const read = async (path: string, call?: Call) => (await send(path, call)).json()
const created = (changes: object = {}) => read('', { json: { ...settings, ...changes } })

describe('a webhook', () => {
  test('is created, listed, read, changed and deleted; only the first answer has the secret', async () => {
    const date = new Date(visit.now).toISOString()
    const { secret, ...webhook } = await created()
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    expect(webhook).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{20}$/),
      ...settings,
      ...{
        enabled: true,
        is_gone: false,
        failing_since: null,
        pending_messages: 0,
        dead_messages: 0,
        last_attempt: null,
      },
      previous_secret_expires_date: null,
      created_date: date,
      updated_date: date,
    })
    const { secret: _, ...other } = await created({
      event_types: ['reward.sent', 'event.recorded', 'reward.sent'],
      enabled: false,
    })
    expect(other).toMatchObject({ event_types: ['event.recorded', 'reward.sent'], enabled: false })
    expect(await read('')).toEqual([other, webhook])
    expect(await read('?limit=1&offset=1')).toEqual([webhook])
    visit.now += 1000
    const updated = await read(`/${webhook.id}`, { method: 'PUT', json: { enabled: false } })
    expect(updated).toEqual({ ...webhook, enabled: false, updated_date: new Date(visit.now).toISOString() })
    expect(await read(`/${webhook.id}`)).toEqual(updated)
    expect(await read(`/${webhook.id}`, { method: 'DELETE' })).toEqual(updated)
    expect((await send(`/${webhook.id}`)).status).toBe(404)
    expect(await read('')).toEqual([other])
    const event_types = ['reward.failed', 'reward.earned', 'reward.failed']
    const changed = await read(`/${other.id}`, { method: 'PUT', json: { event_types } })
    expect(changed.event_types).toEqual(['reward.earned', 'reward.failed'])
    await send(`/${other.id}`, { method: 'DELETE' })
  })

  test('can be informed about events, and about each state of a reward', async () => {
    const states = ['earned', 'fulfilled', 'sent', 'redeemed', 'canceled', 'expired', 'failed', 'revoked']
    const event_types = ['event.recorded', ...states.map(state => `reward.${state}`)]
    const webhook = await created({ event_types: event_types.toReversed() })
    expect(webhook.event_types).toEqual(event_types)
    await send(`/${webhook.id}`, { method: 'DELETE' })
  })

  test.each<[string, object, string]>([
    ['no URL', { url: undefined }, 'binding_error'],
    ['an URL without encryption', { url: 'http://shop.example.com' }, 'invalid_parameter'],
    ['a URL of another scheme', { url: 'file:///etc/passwd' }, 'invalid_parameter'],
    ['a text that is no URL', { url: 'shop.example.com' }, 'invalid_parameter'],
    ['a URL with a user', { url: 'https://user@shop.example.com' }, 'invalid_parameter'],
    ['a URL with a password', { url: 'https://user:password@shop.example.com' }, 'invalid_parameter'],
    ['a URL with a hash', { url: `${URL}#part` }, 'invalid_parameter'],
    ['a URL that is too long', { url: URL + 'x'.repeat(2000) }, 'binding_error'],
    ['no types', { event_types: [] }, 'binding_error'],
    ['an unknown type', { event_types: ['reward.lost'] }, 'binding_error'],
    ['the type of test messages', { event_types: ['webhook.test'] }, 'binding_error'],
    ['a text instead of a boolean', { enabled: 'yes' }, 'binding_error'],
  ])('with %s is neither created nor saved', async (_, wrong, code) => {
    const before = await created()
    const creation = await send('', { json: { ...settings, ...wrong } })
    expect([creation.status, await codeOf(creation)]).toEqual([400, code])
    if (!('url' in wrong && wrong.url === undefined)) {
      const change = await send(`/${before.id}`, { method: 'PUT', json: wrong })
      expect([change.status, await codeOf(change)]).toEqual([400, code])
    }
    const { secret: _secret, ...unchanged } = before
    expect(await read('')).toEqual([unchanged])
    await send(`/${before.id}`, { method: 'DELETE' })
  })

  test('has an http URL where private addresses are allowed', async () => {
    const json = { ...settings, url: 'http://localhost:3000/hook' }
    expect((await sendTo(local, '', { json })).status).toBe(200)
  })

  test('is one of at most twenty of a client, also if many are created at once', async () => {
    const statuses = await Promise.all(
      Array.from({ length: 25 }, async (_, index) => {
        const json = { ...settings, enabled: index % 2 === 0 }
        return (await sendTo(local, '', { json })).status
      }),
    )
    expect(statuses.filter(status => status === 400).length).toBeGreaterThanOrEqual(5)
    expect(await (await sendTo(local, '')).json()).toHaveLength(20)
    const sandbox = await sendTo(local, '', { json: settings, token: demo.sandbox.serverToken })
    expect(sandbox.status).toBe(200)
  })

  test('whose secret is rotated says that the one before ends a day later', async () => {
    const { id, secret } = await created()
    visit.now += 1_000
    const rotated = await read(`/${id}/rotate-secret`, { method: 'POST' })
    expect(rotated.secret).not.toBe(secret)
    const ends = new Date(visit.now + 86_400_000).toISOString()
    const updated_date = new Date(visit.now).toISOString()
    expect(await read(`/${id}`)).toMatchObject({ previous_secret_expires_date: ends, updated_date })
    await send(`/${id}`, { method: 'DELETE' })
  })

  test('without a token is not shown', async () => {
    const response = await visit.send(`${server}/v6/webhooks`)
    expect([response.status, await codeOf(response)]).toEqual([403, 'missing_access_token'])
  })

  test('that is disabled sends no test message', async () => {
    const { id } = await created({ enabled: false })
    const response = await send(`/${id}/test`, { json: {} })
    expect([response.status, await codeOf(response)]).toEqual([400, 'invalid_parameter'])
    expect(await read(`/${id}/messages`)).toEqual([])
    await send(`/${id}`, { method: 'DELETE' })
  })
})

test('a webhook and its messages are found by their client only', async () => {
  const { id } = await created()
  const { id: messageId } = await read(`/${id}/test`, { json: {} })
  const token = demo.sandbox.serverToken
  expect(await read('', { token })).toEqual([])
  for (const [path, method] of [
    ['', 'GET'],
    ['', 'DELETE'],
    ['/rotate-secret', 'POST'],
    ['/test', 'POST'],
    ['/replay', 'POST'],
    ['/messages', 'GET'],
    [`/messages/${messageId}`, 'GET'],
    [`/messages/${messageId}/replay`, 'POST'],
  ] as const) {
    const response = await send(`/${id}${path}`, { token, method })
    expect([path, response.status, await codeOf(response)]).toEqual([path, 404, 'not_found'])
  }
  const changed = await send(`/${id}`, { token, method: 'PUT', json: { enabled: false } })
  expect(changed.status).toBe(404)
  expect(await read(`/${id}`)).toMatchObject({ enabled: true })
  await send(`/${id}`, { method: 'DELETE' })
})

describe('the messages', () => {
  test.each(['LOST', 'dead', ''])('of the state %j are not listed', async state => {
    const { id } = await created()
    const response = await send(`/${id}/messages?state=${state}`)
    expect([response.status, await codeOf(response)]).toEqual([400, 'binding_error'])
    await send(`/${id}`, { method: 'DELETE' })
  })

  test('are listed newest first, 100 a page', async () => {
    const { id } = await created()
    await visit.rows(
      `insert into webhook_messages (webhook_id, message_id, type, payload, state, next_attempt_at, created_at)
       select $1, 'msg_' || n, 'reward.earned', '{}', 'DEAD', now(), now() from generate_series(1, 101) n`,
      [id],
    )
    const listed = async (query: string): Promise<string[]> =>
      (await read(`/${id}/messages${query}`)).map((message: { id: string }) => message.id)
    const first = await listed('')
    expect([first.length, first[0], first.at(-1)]).toEqual([100, 'msg_101', 'msg_2'])
    expect(await listed('?offset=100')).toEqual(['msg_1'])
    expect(await listed('?limit=1000')).toHaveLength(101)
    await visit.rows(
      `update webhook_messages set state = case message_id when 'msg_1' then 'PENDING' else 'DELIVERED' end
       where message_id in ('msg_1', 'msg_2', 'msg_3')`,
    )
    expect(await read(`/${id}`)).toMatchObject({ pending_messages: 1, dead_messages: 98 })
    const other = await created()
    expect(await read(`/${other.id}`)).toMatchObject({ pending_messages: 0, dead_messages: 0 })
    expect(await listed('?state=DELIVERED')).toEqual(['msg_3', 'msg_2'])
    expect(await listed('?state=PENDING')).toEqual(['msg_1'])
    for (const each of [id, other.id]) await send(`/${each}`, { method: 'DELETE' })
  })

  test('belong to their webhook', async () => {
    const [one, other] = [await created(), await created()]
    const { id } = await read(`/${one.id}/test`, { json: {} })
    expect((await send(`/${one.id}/messages/${id}`)).status).toBe(200)
    for (const path of [`/${other.id}/messages/${id}`, `/${one.id}/messages/msg_of-nobody`]) {
      const found = await send(path)
      const replayed = await send(`${path}/replay`, { json: {} })
      expect([found.status, replayed.status, await codeOf(replayed)]).toEqual([404, 404, 'not_found'])
    }
    for (const webhook of [one, other]) await send(`/${webhook.id}`, { method: 'DELETE' })
    expect(await visit.rows('select * from webhook_messages')).toEqual([])
  })
})
