import type { ServerResponse } from 'node:http'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { wireNames } from '../../../../demo/platform/http/wire-names.js'
import { demo } from '../../../../demo/platform/index.js'
import { settingsFrom } from '../../../../demo/platform/options.js'
import { deleteOldMessages } from '../../../../demo/platform/webhooks/delete-old-messages.js'
import { messageJobs } from '../../../../demo/platform/webhooks/deliver-message.js'
import { SOON } from '../../../soon.js'
import { useConsole } from '../console/use-console.js'
import { type Call, program, server, shop, usePlatform } from '../use-platform.js'
import { type Receiver, startReceiver } from './receiver.js'

/** A process that does not look by the clock. What it sends, it sends because somebody asks for it. */
const clock = vi.spyOn(globalThis, 'setInterval').mockReturnValue({ unref() {} } as never)
const DAY_MS = 86_400_000
const visit = usePlatform(undefined, { allowPrivateAddresses: true })
const user = useConsole(visit)
afterAll(() => clock.mockRestore())

const send = (path: string, call: Call) => visit.send(`${server}/v6${path}`, { token: demo.serverToken, ...call })
const post = async (path: string, json: object = {}) => (await send(path, { json })).json()

let receiver: Receiver
let webhook: { id: string; url: string; event_types: string[] }
beforeEach(async () => {
  receiver = await startReceiver()
  webhook = await post('/webhooks', { url: receiver.url, event_types: ['event.recorded'] })
})
afterEach(() => receiver.close())

const received = () => receiver.received.length
/** Adds messages that nobody delivers: `msg_1` and so on. */
async function add(state: 'DEAD' | 'PENDING', count = 1, { id } = webhook): Promise<void> {
  await visit.rows(
    `insert into webhook_messages (webhook_id, message_id, type, payload, state, next_attempt_at, created_at)
     select $1, 'msg_' || n, 'event.recorded', '{}', $2, $3, $3 from generate_series(1, $4::int) n`,
    [id, state, new Date(visit.now), count],
  )
}

const put = (json: object) =>
  send(`/webhooks/${webhook.id}`, { method: 'PUT', json: { ...webhookSettings(), ...json } })
const webhookSettings = () => ({ url: webhook.url, event_types: webhook.event_types })

test('a test message is sent at once', async () => {
  await post(`/webhooks/${webhook.id}/test`)
  await expect.poll(received, SOON).toBe(1)
  const timestamp = new Date(visit.now).toISOString()
  const payload = { type: 'webhook.test', timestamp, data: { webhook_id: webhook.id } }
  expect(JSON.parse(receiver.received[0]!.body)).toEqual(payload)
})

test.each(['/messages/msg_1/replay', '/replay'])('a dead message is sent at once by %s', async path => {
  await add('DEAD')
  await post(`/webhooks/${webhook.id}${path}`)
  await expect.poll(received, SOON).toBe(1)
})

test.each(['/messages/msg_1/replay', '/replay'])('%s leaves the same message to another webhook', async path => {
  const other = await post('/webhooks', { url: `${receiver.url}/other`, event_types: ['event.recorded'] })
  await add('DEAD', 1, other)
  await add('DEAD')
  await post(`/webhooks/${webhook.id}${path}`)
  await expect.poll(received, SOON).toBe(1)
  expect(await visit.rows('select state from webhook_messages where webhook_id = $1', [other.id])).toEqual([
    { state: 'DEAD' },
  ])
})

test('what a disabled webhook has not got is sent at once when it is enabled', async () => {
  await put({ enabled: false })
  await add('PENDING', 2)
  // No webhook asks for test messages: each one gets them.
  await visit.rows(`update webhook_messages set type = 'webhook.test' where message_id = 'msg_2' and webhook_id = $1`, [
    webhook.id,
  ])
  await put({ enabled: true })
  await expect.poll(received, SOON).toBe(2)
})

test.each<[string, () => Promise<unknown>]>([
  ['/test', async () => {}],
  ['/replay', () => add('DEAD')],
  ['/messages/msg_1/replay', () => add('DEAD')],
  ['/enable', () => put({ enabled: false }).then(() => add('PENDING'))],
])('a message is sent at once by %s of the console', async (path, prepare) => {
  await prepare()
  expect((await user.send(`/console/webhooks/${webhook.id}${path}`)).status).toBe(303)
  await expect.poll(received, SOON).toBe(1)
})

test('a message under which a process has ended with each attempt is dead, and is sent when somebody retries its job', async () => {
  await add('PENDING')
  await visit.rows(
    `insert into jobs (job_id, kind, client_id, lane, payload, run_at, created_at, ended_processes)
     values ('given-up', $1, $2, $3, '"msg_1"', $4, $4, 7)`,
    [messageJobs.name, demo.clientId, webhook.id, new Date(visit.now)],
  )
  await visit.platform.deliverWebhooks()
  const read = async () => (await send(`/webhooks/${webhook.id}/messages/msg_1`, {})).json()
  expect(await read()).toMatchObject({
    state: 'DEAD',
    attempts: [{ date: new Date(visit.now).toISOString(), status: null, failure: { code: 'platform_failed' } }],
  })
  expect(received()).toBe(0)
  await user.send('/console/work/given-up/retry')
  await expect.poll(read, SOON).toMatchObject({ state: 'DELIVERED' })
  expect(received()).toBe(1)
})

test('a receiver that answers with 410 disables its webhook until it is enabled again', async () => {
  receiver.answer = response => void response.writeHead(410).end()
  await post(`/webhooks/${webhook.id}/test`)
  const read = async () => (await send(`/webhooks/${webhook.id}`, {})).json()
  await expect.poll(read, SOON).toMatchObject({ enabled: false, is_gone: true })
  expect(await (await put({ enabled: true })).json()).toMatchObject({ enabled: true, is_gone: false })
  expect(await (await send(`/webhooks/${webhook.id}/messages`, {})).json()).toMatchObject([{ state: 'DEAD' }])
})

test('messages are deleted 30 days after their last attempt, but not those that wait', async () => {
  await put({ enabled: false })
  const add = (id: string, state: string, age: number) =>
    visit.rows(
      `insert into webhook_messages (webhook_id, message_id, type, payload, state, next_attempt_at, created_at)
       values ($1, $2, 'event.recorded', '{}', $3, $4, $5)`,
      [webhook.id, id, state, new Date(visit.now - age), new Date(visit.now - 60 * DAY_MS)],
    )
  for (const state of ['DELIVERED', 'DEAD', 'PENDING']) {
    await add(`old-${state}`, state, 30 * DAY_MS + 1)
    await add(`new-${state}`, state, 30 * DAY_MS)
  }
  const { db, secrets } = visit.platform
  const options = { programOrigin: program, serverOrigin: server, landingUrl: shop, allowedOrigins: [] }
  const settings = settingsFrom({ ...options, now: () => visit.now })
  await deleteOldMessages({ db, secrets, settings, clientId: demo.clientId, names: wireNames('svc') })
  const messages = await visit.rows<{ message_id: string }>(
    'select message_id from webhook_messages where webhook_id = $1 order by position',
    [webhook.id],
  )
  expect(messages.map(({ message_id }) => message_id)).toEqual([
    ...['new-DELIVERED', 'new-DEAD', 'old-PENDING', 'new-PENDING'],
  ])
})

test('a slow receiver of many messages gets the oldest first, and delays no other webhook', async () => {
  const held: ServerResponse[] = []
  receiver.answer = (response, { path }) => {
    if (path === '/slow') held.push(response)
    else response.writeHead(204).end()
  }
  await put({ url: receiver.url.replace('/hook', '/slow'), enabled: false })
  await add('PENDING', 2 * messageJobs.atOnce)
  await put({ url: receiver.url.replace('/hook', '/slow'), enabled: true })
  await expect.poll(() => held.length, SOON).toBe(8)
  const oldest = Array.from({ length: 8 }, (_, index) => `msg_${index + 1}`)
  expect(receiver.received.map(({ headers }) => headers['webhook-id']).sort()).toEqual(oldest)
  const other = await post('/webhooks', { url: receiver.url, event_types: ['event.recorded'] })
  await post(`/webhooks/${other.id}/test`)
  await expect.poll(() => receiver.received.filter(({ path }) => path === '/hook'), SOON).toHaveLength(1)
  // No attempt at the slow receiver has ended, which would make room.
  const ended = `select 1 from webhook_messages where webhook_id = $1 and attempts <> '[]'`
  expect(await visit.rows(ended, [webhook.id])).toEqual([])
  await send(`/webhooks/${webhook.id}`, { method: 'DELETE' })
  for (const response of held) response.writeHead(204).end()
})
