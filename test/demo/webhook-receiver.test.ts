import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { demo } from '../../demo/platform/index.js'
import { server, usePlatform } from './platform/use-platform.js'
import { type Receiver, startReceiver } from './platform/webhooks/receiver.js'

/** The receiver in docs/webhooks.md verifies what the platform sends, and so does the package of the standard. */

interface Example {
  verifyMessage(
    secret: string,
    headers: Record<string, unknown>,
    body: string,
    now?: number,
  ): { type: string } | undefined
  receiver: Server
}

const visit = usePlatform(undefined, { allowPrivateAddresses: true })
let folder: string
let example: Example
let receiver: Receiver
beforeAll(async () => {
  // The package reads the clock of the machine.
  visit.now = Date.now()
  const [, code] = /```js\n(.*?)```/s.exec(readFileSync('docs/webhooks.md', 'utf8'))!
  folder = await mkdtemp(join(tmpdir(), 'webhook-receiver-'))
  await writeFile(join(folder, 'receiver.mjs'), code!)
  example = await import(/* @vite-ignore */ pathToFileURL(join(folder, 'receiver.mjs')).href)
  receiver = await startReceiver()
})
afterAll(async () => {
  await receiver.close()
  await rm(folder, { recursive: true, force: true })
})

const send = async (path: string, json: object) =>
  (await visit.send(`${server}/v6${path}`, { token: demo.serverToken, json })).json()
const created = (url: string) => send('/webhooks', { url, event_types: ['event.recorded'] })

/** A message that the platform has sent, and the secret of its webhook. */
async function sentMessage() {
  const webhook = await created(receiver.url)
  await send(`/webhooks/${webhook.id}/test`, {})
  await visit.platform.deliverWebhooks()
  return { ...receiver.received.at(-1)!, ...webhook } as {
    headers: Record<string, string>
    body: string
  } & typeof webhook
}

test('a message is verified by the example and by the package of the standard', async () => {
  const { headers, body, secret } = await sentMessage()
  const payload = JSON.parse(body)
  expect(payload.type).toBe('webhook.test')
  expect(new Webhook(secret).verify(body, headers)).toEqual(payload)
  expect(example.verifyMessage(secret, headers, body)).toEqual({ id: headers['webhook-id'], ...payload })
})

test('after a rotation both secrets verify', async () => {
  const { id, secret } = await sentMessage()
  const rotated = await send(`/webhooks/${id}/rotate-secret`, {})
  await send(`/webhooks/${id}/test`, {})
  await visit.platform.deliverWebhooks()
  const { headers, body } = receiver.received.at(-1)! as { headers: Record<string, string>; body: string }
  for (const each of [secret, rotated.secret]) {
    expect(new Webhook(each).verify(body, headers)).toEqual(JSON.parse(body))
    expect(example.verifyMessage(each, headers, body)).toBeDefined()
  }
})

test('a message that was changed, repeated later or signed by another secret is refused', async () => {
  const { headers, body, secret } = await sentMessage()
  const other = await created(receiver.url)
  const now = visit.now
  const refused = [
    example.verifyMessage(other.secret, headers, body),
    example.verifyMessage(secret, headers, body.replace('test', 'text')),
    example.verifyMessage(secret, { ...headers, 'webhook-id': 'msg_other' }, body),
    example.verifyMessage(secret, { ...headers, 'webhook-signature': 'v1,AAAA' }, body),
    example.verifyMessage(secret, { ...headers, 'webhook-timestamp': 'now' }, body),
    example.verifyMessage(secret, {}, body),
    example.verifyMessage(secret, headers, body, now + 302_000),
    example.verifyMessage(secret, headers, body, now - 302_000),
  ]
  expect(refused).toEqual(refused.map(() => undefined))
})

test('the example receives the messages of the platform, and refuses others', async () => {
  const log = vi.spyOn(console, 'log').mockReturnValue()
  await once(example.receiver.listen(0, '127.0.0.1'), 'listening')
  const url = `http://127.0.0.1:${(example.receiver.address() as AddressInfo).port}/`
  const webhook = await created(url)
  vi.stubEnv('WEBHOOK_SECRET', webhook.secret)
  const { id } = await send(`/webhooks/${webhook.id}/test`, {})
  await visit.platform.deliverWebhooks()
  expect(log).toHaveBeenCalledWith(id, 'webhook.test', { webhook_id: webhook.id })
  const answer = await fetch(url, { method: 'POST', body: '{"type":"webhook.test"}' })
  expect(answer.status).toBe(401)
  vi.unstubAllEnvs()
  log.mockRestore()
  example.receiver.close()
})
