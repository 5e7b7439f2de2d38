// @vitest-environment happy-dom
// @vitest-environment-options {"url": "https://shop.brand.com/"}
import { afterEach, describe, expect, test, vi } from 'vitest'
import { checkOrigin } from '../../../src/http/origin-check.js'
import { createRewards, type RewardsError } from '../../../src/index.js'
import { SOON } from '../../soon.js'
import { failToLoad, loadDiagnostics } from '../diagnostics/load.js'
import { json, web } from '../wire.js'

const BASE = 'https://share.brand.com'
const BLOCKED = new TypeError('Failed to fetch')

afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

/** A `fetch` whose calls fail, and whose probes succeed while `isReachable`. A content blocker stops those to the path of the call. */
function open({ base = BASE, isReachable = true, hasBlocker = false, load = loadDiagnostics } = {}) {
  const probes: [url: string, init: RequestInit | undefined][] = []
  const answer = vi.fn(async (_init?: RequestInit): Promise<Response> => Promise.reject(BLOCKED))
  const fetch = checkOrigin(
    {
      base,
      async fetch(input, init) {
        if (init?.mode !== 'no-cors') return answer(init)
        probes.push([String(input), init])
        if (!isReachable || (hasBlocker && !String(input).endsWith('/rewards.js'))) throw BLOCKED
        return new Response('')
      },
    },
    load,
  )
  const call = (init: RequestInit = { credentials: 'include' }) => fetch(`${base}/zones?access_token=secret`, init)
  const failure = (init?: RequestInit): Promise<unknown> =>
    call(init).then(
      () => undefined,
      error => error,
    )
  return { call, failure, answer, probes }
}

describe('a call without an answer', () => {
  test('to a platform that can be reached says that the origin is not allowed, and names it', async () => {
    const { failure } = open()
    expect(await failure()).toMatchObject({
      code: 'origin_not_allowed',
      message: expect.stringMatching(/^https:\/\/share\.brand\.com .* https:\/\/shop\.brand\.com\. Allow this origin/),
      retryable: true,
      status: 0,
      cause: BLOCKED,
    })
  })

  test('that a content blocker stops says so, and names the reverse proxy as the remedy', async () => {
    const { failure } = open({ hasBlocker: true })
    const error = await failure()
    expect(error).toMatchObject({ code: 'request_blocked', retryable: true, status: 0, cause: BLOCKED })
    expect(error).toHaveProperty('message', expect.stringMatching(/blocker.* reverse proxy/))
    expect(error).not.toHaveProperty('message', expect.stringContaining('secret'))
  })

  test('to a host that may be no program domain says what to check', async () => {
    expect(await open().failure()).toHaveProperty(
      'message',
      expect.stringContaining(`check that ${BASE} is the program domain`),
    )
  })

  test('to an unreachable platform fails as before', async () => {
    const { failure, probes } = open({ isReachable: false })
    expect(await failure()).toBe(BLOCKED)
    expect(probes).toHaveLength(1)
  })

  test('leads to two small requests, without cookies, which the cache does not answer', async () => {
    const { failure, probes } = open()
    await Promise.all([failure(), failure(), failure({ credentials: 'omit' })])
    await failure()
    const init = { method: 'HEAD', mode: 'no-cors', credentials: 'omit', cache: 'no-store' }
    expect(probes).toEqual([
      [`${BASE}/rewards.js`, init],
      [`${BASE}/zones`, init],
    ])
  })

  test('waits five seconds at most', async () => {
    vi.useFakeTimers()
    const fetch = checkOrigin(
      {
        base: BASE,
        fetch: (_, init) => (init?.mode ? new Promise<never>(() => {}) : Promise.reject(BLOCKED)),
      },
      loadDiagnostics,
    )
    const failure = fetch(BASE).catch(error => error)
    await vi.advanceTimersByTimeAsync(5_000)
    await vi.advanceTimersToNextTimerAsync()
    expect(await failure).toBe(BLOCKED)
  })
})

describe('nothing is asked', () => {
  test('if the code that asks cannot be loaded: the call fails as before', async () => {
    const { failure, probes } = open({ load: failToLoad })
    expect(await failure()).toBe(BLOCKED)
    expect(probes).toEqual([])
  })

  test('without a failure', async () => {
    const { call, answer, probes } = open()
    answer.mockResolvedValue(new Response(''))
    await call()
    expect(probes).toEqual([])
  })

  test('if the platform has answered with the same credentials', async () => {
    const { call, failure, answer, probes } = open()
    answer.mockResolvedValueOnce(new Response(''))
    await call({ credentials: 'include' })
    expect(await failure({ credentials: 'include' })).toBe(BLOCKED)
    expect(probes).toEqual([])
    // Without credentials, a platform may allow every origin.
    expect(await failure({ credentials: 'omit' })).toMatchObject({ code: 'origin_not_allowed' })
  })

  test('on the origin of the platform', async () => {
    const { failure, probes } = open({ base: 'https://shop.brand.com/rewards' })
    expect(await failure()).toBe(BLOCKED)
    expect(probes).toEqual([])
  })

  test.each([
    ['the call was aborted', {}, { signal: AbortSignal.abort() }],
    ['the page is hidden', { hidden: true }, {}],
    ['the browser is offline', { onLine: false }, {}],
  ])('if %s', async (_, { hidden = false, onLine = true }: { hidden?: boolean; onLine?: boolean }, init) => {
    vi.spyOn(Object.getPrototypeOf(document), 'hidden', 'get').mockReturnValue(hidden)
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(onLine)
    const { failure, probes } = open()
    expect(await failure(init)).toBe(BLOCKED)
    expect(probes).toEqual([])
  })
})

describe('a runtime on an origin that the program does not allow', () => {
  let programs = 0

  function openRuntime({ hasBlocker = false } = {}) {
    const page = { isAllowed: false, events: [] as string[], errors: [] as RewardsError[] }
    const rewards = createRewards({
      domain: `https://share-${++programs}.brand.com`,
      carrier: 'cookie',
      async fetch(input, init) {
        const { pathname } = new URL(String(input))
        const isStopped = hasBlocker && pathname !== '/rewards.js'
        if (init?.mode === 'no-cors' && !isStopped) return new Response('')
        if (!page.isAllowed) throw BLOCKED
        if (pathname === '/api/v5/token' && init?.method === 'GET')
          return json({ access_token: 'made', scopes: ['UPDATE_PROFILE'], expires_in: 60 })
        if (pathname.endsWith('/events')) page.events.push(JSON.parse(String(init?.body)).event_name)
        return pathname.startsWith('/api')
          ? json({ id: 'e-1', event_id: 'e-1', access_token: 'made', expires_in: 60, scopes: ['LOCAL_PROFILE'] })
          : web('made', '{"id":"e-1"}')
      },
    })
    rewards.addEventListener('error', ({ detail }) => page.errors.push(detail))
    return { rewards, page }
  }

  test('fails zones with origin_not_allowed', async () => {
    const { rewards } = openRuntime()
    await expect(rewards.zone('hero')).rejects.toMatchObject({ code: 'origin_not_allowed', retryable: true })
  })

  test('rejects identify(), again and again, and delivers its event once the origin is allowed', async () => {
    const { rewards, page } = openRuntime()
    const claims = { email: 'ada@example.org' }
    await expect(rewards.identify(claims)).rejects.toMatchObject({ code: 'origin_not_allowed' })
    await expect(rewards.identify(claims)).rejects.toMatchObject({ code: 'origin_not_allowed' })
    page.isAllowed = true
    await rewards.flush()
    expect(page.events).toEqual(['identify', 'identify'])
    expect(await rewards.identify(claims)).toMatchObject({ level: 'identified' })
  })

  test('rejects identify() with request_blocked where a content blocker stops it, and delivers its event later', async () => {
    const { rewards, page } = openRuntime({ hasBlocker: true })
    await expect(rewards.identify({ email: 'ada@example.org' })).rejects.toMatchObject({ code: 'request_blocked' })
    page.isAllowed = true
    await rewards.flush()
    expect(page.events).toEqual(['identify'])
  })

  test('keeps tracked events, reports the problem once, and delivers them once the origin is allowed', async () => {
    const { rewards, page } = openRuntime()
    const receipt = rewards.track('purchase')
    await vi.waitUntil(() => page.errors.length, SOON)
    await rewards.flush()
    await rewards.flush()
    expect(page.errors).toMatchObject([{ code: 'origin_not_allowed' }])
    page.isAllowed = true
    await rewards.flush()
    expect(await receipt).toHaveProperty('event_id')
    expect(page.events).toEqual(['purchase'])
  })
})
