import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { type Message, send } from '../../../src/http/send.js'
import { against } from '../against.js'
import { failure } from '../failure.js'
import { deserted, localServer } from './local-server.js'

const MESSAGE = { method: 'POST', headers: {}, body: '{"name":"Ада 愛 😀"}', credentials: 'omit' } as const

const post = (url: string, more: Partial<Message> = {}) =>
  send(fetch, { ...MESSAGE, url, sessionSignal: new AbortController().signal, ...more })

/** A server that takes a request and keeps it; `arrived` resolves with what it holds. */
async function silentServer() {
  let took: (held: { request: IncomingMessage; response: ServerResponse }) => void
  const arrived = new Promise<{ request: IncomingMessage; response: ServerResponse }>(resolve => {
    took = resolve
  })
  const url = await localServer((request, response) => took({ request, response }))
  return { url, arrived }
}

afterEach(() => void vi.useRealTimers())

describe('a request', () => {
  test('resolves with the status, the headers and the whole body, in any script', async () => {
    const url = await localServer(async (request, response) => {
      response.writeHead(201, { 'x-svc-token': 'a', 'x-method': request.method })
      response.end(await text(request))
    })
    const answer = await post(url)
    expect(answer).toMatchObject({ status: 201, text: '{"name":"Ада 愛 😀"}' })
    expect(answer.headers.get('x-svc-token')).toBe('a')
    expect(answer.headers.get('x-method')).toBe('POST')
  })

  test.each([
    ['GET', 'no-store', 'it may have the answer for another person'],
    ['POST', undefined, 'a browser would ask for permission before each of them'],
  ])('%s is sent with the cache mode %s: %s', async (method, mode, _reason) => {
    const caches: unknown[] = []
    const url = await localServer((_, response) => void response.end('{}'))
    const recording: typeof fetch = (input, init) => {
      caches.push(init?.cache)
      return fetch(input, init)
    }
    const { body: _, ...message } = MESSAGE
    await send(recording, { ...message, method, url, sessionSignal: new AbortController().signal })
    expect(caches).toEqual([mode])
  })

  test('does not follow a redirect, which could take its token to another server', async () => {
    const reached = vi.fn()
    const other = await localServer((_, response) => {
      reached()
      response.end('{}')
    })
    const url = await localServer((_, response) => void response.writeHead(307, { location: other }).end())
    expect(await failure(post(url))).toMatchObject({ code: 'network_error' })
    expect(reached).not.toHaveBeenCalled()
  })

  test.each([204, 400, 401, 403, 429, 500, 503])('resolves with status %i', async status => {
    const url = await localServer((_, response) => void response.writeHead(status).end())
    expect((await post(url)).status).toBe(status)
  })

  test('without a content type is sent as plain text, which needs no preflight', async () => {
    const url = await localServer((request, response) => void response.end(request.headers['content-type']))
    expect((await post(url)).text).toMatch(/^text\/plain/)
  })
})

describe('a request that fails', () => {
  const networkError = { name: 'RewardsError', code: 'network_error', status: 0, retryable: true }

  test('rejects with network_error and the cause when no server listens', async () => {
    const url = await deserted()
    const failed = post(`${url}zones?access_token=secret`)
    await expect(failed).rejects.toMatchObject({ ...networkError, cause: expect.any(TypeError) })
    // The query may have the token.
    const { message } = await failure(failed)
    expect(message).toContain(`${url}zones`)
    expect(message).not.toContain('secret')
  })

  test('rejects with network_error when the connection is reset', async () => {
    const url = await localServer(request => void request.socket.destroy())
    await expect(post(url)).rejects.toMatchObject(networkError)
  })

  test('rejects with network_error when the body is incomplete', async () => {
    const url = await localServer((_, response) => {
      response.writeHead(200, { 'content-length': '100' })
      response.write('{"data":')
      response.socket!.end()
    })
    await expect(post(url)).rejects.toMatchObject(networkError)
  })

  test('rejects with network_error when the answer is not HTTP', async () => {
    const url = await localServer(request => void request.socket.end('SSH-2.0-OpenSSH_9.2\r\n'))
    await expect(post(url)).rejects.toMatchObject(networkError)
  })

  test.each([
    undefined,
    null,
    'text',
    { status: 200, text: async () => '{}' },
  ])('rejects with a retryable invalid_argument when a wrapper around fetch returns %o', async answer => {
    const wrapper = vi.fn().mockResolvedValue(answer)
    const sent = send(wrapper, { ...MESSAGE, url: 'http://localhost/', sessionSignal: new AbortController().signal })
    await expect(sent).rejects.toMatchObject({
      code: 'invalid_argument',
      message: expect.stringContaining('options.fetch'),
      retryable: true,
    })
  })

  test('rejects with timeout after 30 s when the platform does not answer, and closes the connection', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { url, arrived } = await silentServer()
    const rejected = vi.fn()
    const outcome = post(url).catch(rejected)
    const { response } = await arrived
    const closed = once(response, 'close')
    await vi.advanceTimersByTimeAsync(29_999)
    expect(rejected).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    await outcome
    expect(rejected.mock.lastCall).toMatchObject([{ code: 'timeout', retryable: true }])
    await closed
  })

  test('rejects with timeout when the body stalls', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { url, arrived } = await silentServer()
    const outcome = post(url).catch(error => error)
    ;(await arrived).response.writeHead(200, { 'content-length': '100' }).write('{')
    vi.advanceTimersByTime(30_000)
    expect(await outcome).toMatchObject({ code: 'timeout' })
  })
})

/** Service workers, and wrappers that a page has put around fetch, may do without the signal. */
describe.each<[what: string, fetch: typeof globalThis.fetch]>([
  ['that ignores its signal', () => new Promise(() => {})],
  ['whose body ignores the signal', async () => new Response(new ReadableStream())],
])('a fetch %s', (_, fetch) => {
  const start = (more: Partial<Message> = {}) =>
    send(fetch, {
      ...MESSAGE,
      url: 'http://share.brand.localhost',
      sessionSignal: new AbortController().signal,
      ...more,
    })

  test('times out after 30 s', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const rejected = vi.fn()
    start().catch(rejected)
    await vi.advanceTimersByTimeAsync(29_999)
    expect(rejected).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(rejected.mock.lastCall).toMatchObject([{ code: 'timeout', retryable: true }])
  })

  test('ends at once when the caller aborts', async () => {
    const controller = new AbortController()
    const outcome = start({ signal: controller.signal })
    controller.abort()
    await expect(outcome).rejects.toMatchObject({ code: 'aborted' })
  })

  test('ends at once when the consumer logs out', async () => {
    const sessionSignal = new AbortController()
    const outcome = start({ sessionSignal: sessionSignal.signal })
    sessionSignal.abort()
    await expect(outcome).rejects.toMatchObject({ code: 'logged_out' })
  })
})

test('a call that is aborted before it starts never reaches fetch', async () => {
  const fetch = vi.fn<typeof globalThis.fetch>()
  const url = 'http://share.brand.localhost'
  const outcome = send(fetch, {
    ...MESSAGE,
    url,
    sessionSignal: new AbortController().signal,
    signal: AbortSignal.abort(),
  })
  await expect(outcome).rejects.toMatchObject({ code: 'aborted' })
  expect(fetch).not.toHaveBeenCalled()
})

describe('a request that the caller aborts', () => {
  const aborted = { name: 'RewardsError', code: 'aborted', retryable: false }

  test('before it starts never reaches the server', async () => {
    let calls = 0
    const url = await localServer((_, response) => {
      calls++
      response.end()
    })
    await expect(post(url, { signal: AbortSignal.abort() })).rejects.toMatchObject(aborted)
    await post(url)
    expect(calls).toBe(1)
  })

  test('while the platform works ends at once, and closes the connection', async () => {
    const { url, arrived } = await silentServer()
    const controller = new AbortController()
    const outcome = post(url, { signal: controller.signal }).catch(error => error)
    const { response } = await arrived
    const closed = once(response, 'close')
    controller.abort()
    expect(await outcome).toMatchObject(aborted)
    await closed
  })

  test('because the consumer logs out rejects with logged_out', async () => {
    const { url, arrived } = await silentServer()
    const sessionSignal = new AbortController()
    const outcome = post(url, { sessionSignal: sessionSignal.signal }).catch(error => error)
    await arrived
    sessionSignal.abort()
    expect(await outcome).toMatchObject({ code: 'logged_out', retryable: false })
  })

  test('after its answer keeps that answer', async () => {
    const url = await localServer((_, response) => void response.end('done'))
    const controller = new AbortController()
    const answer = await post(url, { signal: controller.signal })
    controller.abort()
    expect(answer.text).toBe('done')
  })

  test('leaves no timer behind, however it ends', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const url = await localServer((_, response) => void response.end())
    const before = vi.getTimerCount()
    await post(url)
    await post(url, { signal: AbortSignal.abort() }).catch(() => {})
    expect(vi.getTimerCount()).toBe(before)
  })
})

const cause = new Error('The backend is down')

test('options.fetch that returns no Response is reported as invalid_argument, and the event waits', async () => {
  let isBroken = true
  const { fetch } = against(() => undefined)
  const { rewards } = against(() => undefined, {
    fetch: async (...args) => (isBroken ? ('no response' as never) : fetch(...args)),
  })
  const error = await failure(rewards.zone('terms'))
  expect(error).toMatchObject({ name: 'RewardsError', code: 'invalid_argument', retryable: true })
  expect(error.message).toContain('options.fetch')
  const receipt = rewards.track('purchase')
  await rewards.flush()
  isBroken = false
  await rewards.flush()
  expect(await receipt).toMatchObject({ event_id: expect.any(String) })
})

test.each<[string, typeof fetch]>([
  [
    'throws',
    () => {
      throw cause
    },
  ],
  ['rejects', () => Promise.reject(cause)],
])('options.fetch that %s is a network error with the thrown error as its cause', async (_, fetch) => {
  const { rewards } = against(() => undefined, { fetch })
  await expect(rewards.zone('terms')).rejects.toMatchObject({ code: 'network_error', retryable: true, cause })
})
