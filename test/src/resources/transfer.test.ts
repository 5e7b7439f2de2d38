import { getEventListeners } from 'node:events'
import { describe, expect, test, vi } from 'vitest'
import { createRewards, type Rewards, type RewardsOptions, type TransferOptions } from '../../../src/index.js'
import { SOON } from '../../soon.js'
import { failure } from '../failure.js'
import { error, json } from '../wire.js'
import { scripted } from './scripted.js'

const asset = { id: 'a', name: 'a', filename: 'a', mime_type: 'text/plain', tags: [], data_type: 'x', status: 'x' }
const file = new File(['a'], 'a', { type: 'text/plain' })
const transfers: [name: string, transfer: (rewards: Rewards, options?: TransferOptions) => Promise<unknown>][] = [
  ['an upload', ({ assets }, options) => assets.create(file, {}, options)],
  ['a download', ({ assets }, options) => assets.download('a', options)],
]
/** A platform whose answer to the transfer itself is `answer`. */
const answering = (answer: () => Response | Promise<Response>, options: Partial<RewardsOptions> = {}) =>
  scripted(({ method, path }) => (method === 'POST' || /\/download\b/.test(path) ? answer() : asset), options)

describe.each(transfers)('%s', (_, transfer) => {
  test('rejects with the refusal of the platform', async () => {
    const { rewards } = answering(() => error(403, 'access_denied'))
    expect(await failure(transfer(rewards))).toMatchObject({ code: 'access_denied', status: 403, retryable: false })
  })

  // Where proxies remove cookies and headers, the host chooses the query.
  test.each([
    ['cookie', 'made', ''],
    ['header', 'made', ''],
    ['query', undefined, '?access_token=made'],
  ] as const)('has the token where the carrier %s says', async (carrier, token, query) => {
    const { rewards, asked } = answering(() => json(asset), { carrier })
    await transfer(rewards)
    const sent = asked().at(-1)!
    expect(sent.token).toBe(token)
    expect(sent.path.slice(sent.path.search(/\?|$/))).toBe(query)
  })

  test('fails if a captive portal answers', async () => {
    const { rewards } = answering(() => new Response('<h1>Pay here</h1>', { headers: { 'content-type': 'text/html' } }))
    expect(await failure(transfer(rewards))).toMatchObject({ code: 'network_error', retryable: true })
  })

  test('ends at once when it is aborted, also during the requests before it', async () => {
    const { rewards, asked } = scripted(() => new Promise(() => {}))
    const controller = new AbortController()
    const call = failure(transfer(rewards, { signal: controller.signal }))
    await vi.waitFor(() => expect(asked()).toHaveLength(1), SOON)
    controller.abort()
    expect(await call).toMatchObject({ code: 'aborted', retryable: false })
  })

  test.each(['aborted', 'destroyed'])('is stopped in the network, too, when it is %s', async how => {
    const { rewards, fetch } = answering(() => json(asset))
    const controller = new AbortController()
    let stopped: AbortSignal | null | undefined
    const own = createRewards({
      domain: rewards.domain,
      fetch(input, init) {
        const isTransfer = init?.body instanceof FormData || String(input).endsWith('/download')
        if (!isTransfer) return fetch(input, init)
        stopped = init?.signal
        if (how === 'aborted') controller.abort()
        else own.destroy()
        return new Promise(() => {})
      },
    })
    expect(await failure(transfer(own, { signal: controller.signal }))).toMatchObject({ code: 'aborted' })
    await vi.waitFor(() => expect(stopped?.aborted).toBe(true), SOON)
  })

  test('goes on when the level of the consumer rises', async () => {
    let answer = (_: Response) => {}
    const { rewards, asked } = answering(() => new Promise(resolve => (answer = resolve)))
    await rewards.zone('terms')
    const call = transfer(rewards)
    await vi.waitFor(() => expect(asked()).toHaveLength(2), SOON)
    await rewards.identify({ email: 'ada@example.com' })
    answer(json(asset))
    expect(await call).toBeDefined()
  })

  test('ends when the consumer logs out', async () => {
    const { rewards, asked } = answering(() => new Promise(() => {}))
    await rewards.identify({ email: 'ada@example.com' })
    const call = failure(transfer(rewards))
    await vi.waitFor(() => expect(asked()).toHaveLength(2), SOON)
    await rewards.logout()
    expect(await call).toMatchObject({ code: 'logged_out', retryable: false })
  })

  test('listens to the signal of its caller, and waits for its time, no longer than it runs', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      const { rewards } = answering(() => json(asset))
      await transfer(rewards)
      const timers = vi.getTimerCount()
      const { signal } = new AbortController()
      await transfer(rewards, { signal })
      expect(getEventListeners(signal, 'abort')).toEqual([])
      expect(vi.getTimerCount()).toBe(timers)
    } finally {
      vi.useRealTimers()
    }
  })
})

// A caller may repeat what is retryable, and would upload the file twice.
test.each([
  'null',
  '',
  '7',
  '{"id":',
  '"stored"',
  '{}',
  '[]',
])('an upload that is answered with %j must not be repeated', async text => {
  const { rewards } = answering(() => new Response(text, { status: 201, headers: { 'x-svc-token': 'made' } }))
  expect(await failure(rewards.assets.create(file))).toMatchObject({ code: 'invalid_response', retryable: false })
})

test('a download without a token in its answer is complete', async () => {
  const { rewards } = answering(() => new Response('a file', { headers: { 'content-type': 'text/plain' } }))
  expect(await (await rewards.assets.download('a')).text()).toBe('a file')
})

test('a download of a web page returns that page', async () => {
  const page = () => new Response('<h1>Mine</h1>', { headers: { 'content-type': 'text/html' } })
  const { rewards } = scripted(({ path }) =>
    path.endsWith('/download') ? page() : { ...asset, mime_type: 'text/html' },
  )
  expect(await (await rewards.assets.download('a')).text()).toBe('<h1>Mine</h1>')
})

test('a download is a read, which is asked for again after a 503', async () => {
  let count = 0
  const { rewards } = answering(() => (++count === 1 ? error(503, 'down') : new Response('a file')))
  expect(await (await rewards.assets.download('a')).text()).toBe('a file')
  expect(count).toBe(2)
})

test('an upload names the type of each part, and goes without cookies', async () => {
  const { rewards, asked } = answering(() => json(asset))
  // Node has no XMLHttpRequest, which would tell the progress.
  await rewards.assets.create(file, { name: 'rosé' }, { onProgress() {} })
  const { body, credentials } = asked().at(-1)!
  expect(credentials).toBe('omit')
  expect(body).toMatch(/name="asset"[^\r]*\r\nContent-Type: application\/json\r\n\r\n\{"name":"rosé"\}/i)
  expect(body).toMatch(/name="file"[^\r]*\r\nContent-Type: text\/plain/i)
})

test('a transfer ends after five minutes, even if its fetch ignores the signal', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const { rewards, fetch } = answering(() => json(asset))
    const silent = createRewards({
      domain: rewards.domain,
      fetch: (input, init) =>
        String(input).endsWith('/download') ? new Promise(() => {}) : fetch(input, { ...init, signal: null }),
    })
    const rejected = vi.fn()
    silent.assets.download('a').catch(rejected)
    await vi.advanceTimersByTimeAsync(299_900)
    expect(rejected).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(200)
    expect(rejected.mock.lastCall).toMatchObject([{ code: 'timeout', retryable: true }])
  } finally {
    vi.useRealTimers()
  }
})
