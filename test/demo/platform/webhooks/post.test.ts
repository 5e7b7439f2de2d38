import dns from 'node:dns/promises'
import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import { createServer } from 'node:https'
import { syncBuiltinESMExports } from 'node:module'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { certificateFor } from '../../../../demo/certificate.js'
import { post } from '../../../../demo/platform/webhooks/post.js'
import { type Receiver, startReceiver, withStatus } from './receiver.js'

const resolve = vi.fn()
beforeAll(() => {
  vi.spyOn(dns, 'lookup').mockImplementation(resolve)
  syncBuiltinESMExports()
})
afterAll(() => {
  vi.restoreAllMocks()
  syncBuiltinESMExports()
})

let receiver: Receiver
beforeEach(async () => {
  resolve.mockResolvedValue([{ address: '127.0.0.1', family: 4 }])
  receiver = await startReceiver()
})
afterEach(() => receiver.close())

const { signal } = new AbortController()
const options = { headers: { 'webhook-id': 'msg_1' }, body: '{"text":"é"}', allowPrivate: true, signal }

/** The URL of the receiver by a name that no name server knows. */
const named = () => `${receiver.url.replace('127.0.0.1', 'receiver.invalid')}?brand=juniper`

test('a message reaches the address that was checked, by the name of its host', async () => {
  expect(await post(named(), options)).toBe(204)
  expect(resolve).toHaveBeenCalledTimes(1)
  expect(receiver.received).toMatchObject([
    {
      method: 'POST',
      path: '/hook?brand=juniper',
      body: options.body,
      headers: { 'webhook-id': 'msg_1', host: new URL(named()).host, 'content-length': '13' },
    },
  ])
})

test('a message reaches an address of IPv6', async () => {
  const server = createHttpServer((_, response) => response.writeHead(202).end())
  await once(server.listen(0, '::1'), 'listening')
  resolve.mockResolvedValue([{ address: '::1', family: 6 }])
  expect(await post(`http://receiver.invalid:${(server.address() as AddressInfo).port}/`, options)).toBe(202)
  server.close()
})

test('a host with one private address among public ones is refused', async () => {
  resolve.mockResolvedValue([
    { address: '8.8.8.8', family: 4 },
    { address: '127.0.0.1', family: 4 },
  ])
  await expect(post(named(), { ...options, allowPrivate: false })).rejects.toMatchObject({
    code: 'address_not_allowed',
  })
  expect(receiver.received).toEqual([])
})

test('a host without an address is said to have none', async () => {
  resolve.mockRejectedValue(new Error('ENOTFOUND'))
  await expect(post(named(), options)).rejects.toMatchObject({ code: 'host_not_found' })
})

test.each<[string, () => void]>([
  [
    'receiver',
    () => {
      receiver.answer = () => {}
    },
  ],
  ['name server', () => resolve.mockReturnValue(new Promise(() => {}))],
])('a %s that does not answer in time is a timeout', async (_, silence) => {
  silence()
  await expect(post(named(), { ...options, timeoutMs: 50 })).rejects.toMatchObject({ code: 'timeout' })
})

test('a receiver has fifteen seconds', async () => {
  const timeout = vi.spyOn(AbortSignal, 'timeout')
  await post(named(), options)
  expect(timeout.mock.calls).toEqual([[15_000]])
  timeout.mockRestore()
})

test('each message has a connection of its own', async () => {
  const ports = new Set<number | undefined>()
  receiver.answer = response => {
    ports.add(response.req.socket.remotePort)
    response.writeHead(204).end()
  }
  for (const _ of [1, 2]) await post(named(), options)
  expect(ports.size).toBe(2)
  expect(receiver.received.map(({ headers }) => headers.connection)).toEqual(['close', 'close'])
})

test('an answer without an end is not read', async () => {
  receiver.answer = response => void response.writeHead(200).write('x'.repeat(100_000))
  expect(await post(named(), options)).toBe(200)
})

test('a receiver that speaks no TLS is a failed connection', async () => {
  await expect(post(named().replace('http:', 'https:'), options)).rejects.toMatchObject({ code: 'connection_failed' })
})

/** It is valid until 2126, and signed by an authority that nobody knows. */
const foreignCertificate = {
  cert: `-----BEGIN CERTIFICATE-----
MIIBRDCB6qADAgECAgl/PlkL4362m6gwCgYIKoZIzj0EAwIwETEPMA0GA1UEAxMG
Tm9ib2R5MCAXDTIwMDEwMTAwMDAwMFoYDzIxMjYwMTAxMDAwMDAwWjAbMRkwFwYD
VQQDExByZWNlaXZlci5pbnZhbGlkMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE
8WYYXpd15hgzZHWHZISw1BW3BCEbZ5BdNbf7Oum3J1sWbjcKufwCvWpce22hpGO/
CkErGddOnLlQ7Hbi7JAZb6MfMB0wGwYDVR0RBBQwEoIQcmVjZWl2ZXIuaW52YWxp
ZDAKBggqhkjOPQQDAgNJADBGAiEAqvYQwl9YytQiXjRBM+ksGZRwbkuU0hDRW/rR
pUj3Yz0CIQC9CJqCLMskO6JlnWJQJbI8NggyC/IaghV3+pnVcK6VmQ==
-----END CERTIFICATE-----`,
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgoCsKcD2T6lrAlfEK
mWfKo7QAYI302/RSylOPYMsUwXOhRANCAATxZhhel3XmGDNkdYdkhLDUFbcEIRtn
kF01t/s66bcnWxZuNwq5/AK9alx7baGkY78KQSsZ106cuVDsduLskBlv
-----END PRIVATE KEY-----`,
}

test.each([
  ['nobody', () => certificateFor(['receiver.invalid'])],
  ['an unknown authority', () => foreignCertificate],
])('a receiver whose certificate %s has signed gets no message', async (_, certificate) => {
  const bodies: string[] = []
  const server = createServer(await certificate(), request => void bodies.push(request.url!))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const url = `https://receiver.invalid:${(server.address() as AddressInfo).port}/`
  await expect(post(url, options)).rejects.toMatchObject({ code: 'certificate_invalid' })
  expect(bodies).toEqual([])
  server.close()
})

test('a signal stops a message', async () => {
  const stopping = new AbortController()
  // The request itself ends, too: nobody reads what the receiver answers after the stop.
  receiver.answer = response => {
    stopping.abort(new Error('stopped'))
    withStatus(204)(response)
  }
  await expect(post(named(), { ...options, signal: stopping.signal })).rejects.toThrow('stopped')
  await expect(post(named(), { ...options, signal: stopping.signal })).rejects.toThrow('stopped')
  expect(receiver.received).toHaveLength(1)
})

test('a status is passed on', async () => {
  receiver.answer = withStatus(503)
  expect(await post(named(), options)).toBe(503)
})
