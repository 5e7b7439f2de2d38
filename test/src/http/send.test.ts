import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { type Message, send } from '../../../src/http/send.js'
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

describe('one exchange', () => {
  test('brings status, headers and the whole body, in any script', async () => {
    const url = await localServer(async (request, response) => {
      response.writeHead(201, { 'x-svc-token': 'a', 'x-method': request.method })
      response.end(await text(request))
    })
    const answer = await post(url)
    expect(answer).toMatchObject({ status: 201, text: '{"name":"Ада 愛 😀"}' })
    expect(answer.headers.get('x-svc-token')).toBe('a')
    expect(answer.headers.get('x-method')).toBe('POST')
  })

  test.each([204, 400, 401, 403, 429, 500, 503])('of status %i is an answer, not an error', async status => {
    const url = await localServer((_, response) => void response.writeHead(status).end())
    expect((await post(url)).status).toBe(status)
  })

  test('without a type of its own goes as plain text, which needs no preflight', async () => {
    const url = await localServer((request, response) => void response.end(request.headers['content-type']))
    expect((await post(url)).text).toMatch(/^text\/plain/)
  })
})

describe('an exchange that fails', () => {
  const networkError = { name: 'RewardsError', code: 'network_error', status: 0, retryable: true }

  test('because nobody listens is a network error, with its cause', async () => {
    await expect(post(await deserted())).rejects.toMatchObject({ ...networkError, cause: expect.any(TypeError) })
  })

  test('because the connection is reset is a network error', async () => {
    const url = await localServer(request => void request.socket.destroy())
    await expect(post(url)).rejects.toMatchObject(networkError)
  })

  test('because the body is cut off is a network error: half an answer is none', async () => {
    const url = await localServer((_, response) => {
      response.writeHead(200, { 'content-length': '100' })
      response.write('{"data":')
      response.socket!.end()
    })
    await expect(post(url)).rejects.toMatchObject(networkError)
  })

  test('because the answer is no HTTP is a network error', async () => {
    const url = await localServer(request => void request.socket.end('SSH-2.0-OpenSSH_9.2\r\n'))
    await expect(post(url)).rejects.toMatchObject(networkError)
  })

  test.each([
    undefined,
    null,
    'text',
    { status: 200, text: async () => '{}' },
  ])('because a wrapper around fetch answers with %o is the fault of the page, and may pass', async answer => {
    const wrapper = async () => answer as unknown as Response
    const sent = send(wrapper, { ...MESSAGE, url: 'http://localhost/', sessionSignal: new AbortController().signal })
    await expect(sent).rejects.toMatchObject({
      code: 'invalid_argument',
      message: expect.stringContaining('options.fetch'),
      retryable: true,
    })
  })

  test('because the platform never answers is a time-out after 30 s, and lets the connection go', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { url, arrived } = await silentServer()
    const outcome = post(url).catch(error => error)
    const { response } = await arrived
    const closed = once(response, 'close')
    vi.advanceTimersByTime(29_999)
    expect(await Promise.race([outcome, Promise.resolve('waits')])).toBe('waits')
    vi.advanceTimersByTime(1)
    expect(await outcome).toMatchObject({ code: 'timeout', retryable: true })
    await closed
  })

  test('because the body stalls half-way is a time-out', async () => {
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

  test('is a time-out after 30 s', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const outcome = start().catch(error => error)
    await vi.advanceTimersByTimeAsync(30_000)
    expect(await outcome).toMatchObject({ code: 'timeout', retryable: true })
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

test('a call that is aborted before it leaves is not handed to fetch at all', async () => {
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

describe('an exchange that the caller aborts', () => {
  const aborted = { name: 'RewardsError', code: 'aborted', retryable: false }

  test('before it leaves never reaches the server', async () => {
    let calls = 0
    const url = await localServer((_, response) => {
      calls++
      response.end()
    })
    await expect(post(url, { signal: AbortSignal.abort() })).rejects.toMatchObject(aborted)
    await post(url)
    expect(calls).toBe(1)
  })

  test('while the platform thinks ends at once, and lets the connection go', async () => {
    const { url, arrived } = await silentServer()
    const controller = new AbortController()
    const outcome = post(url, { signal: controller.signal }).catch(error => error)
    const { response } = await arrived
    const closed = once(response, 'close')
    controller.abort()
    expect(await outcome).toMatchObject(aborted)
    await closed
  })

  test('because the consumer logs out says so', async () => {
    const { url, arrived } = await silentServer()
    const sessionSignal = new AbortController()
    const outcome = post(url, { sessionSignal: sessionSignal.signal }).catch(error => error)
    await arrived
    sessionSignal.abort()
    expect(await outcome).toMatchObject({ code: 'logged_out', retryable: false })
  })

  test('after its answer changes nothing', async () => {
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
