import { afterEach, describe, expect, test, vi } from 'vitest'
import { SOON } from '../../soon.js'
import { against } from '../against.js'
import { failure } from '../failure.js'
import { platform, usePlatform } from '../local-platform.js'
import { page } from '../page.js'
import { error, json, type Sent, web } from '../wire.js'

usePlatform()

describe('a zone', () => {
  test('is dispatched to listeners', async () => {
    const { rewards, told } = page()
    const zone = await rewards.zone('share_experience')
    expect(told.zone).toEqual([zone])
  })

  test('without content is no error, with and without a token', async () => {
    const { rewards, told } = page()
    const empty = { name: 'no_such_zone', event_id: null, campaign_id: null, data: null }
    expect(await rewards.zone('no_such_zone')).toEqual(empty)
    expect(await rewards.zone('no_such_zone')).toEqual(empty)
    expect(told.error).toEqual([])
  })

  test.each([
    'no_creative',
    'invalid_zone_name',
  ])('that is refused with %s has no content, in either form', async code => {
    const headers = { 'x-svc-error-message': code, 'x-svc-token': 'made' }
    const { rewards, requests } = against(({ path }) =>
      path === '/api/v6/zones' ? error(400, code) : new Response('', { headers }),
    )
    expect(await rewards.zone('terms')).toEqual({ name: 'terms', event_id: null, campaign_id: null, data: null })
    expect(await rewards.zone('terms')).toEqual({ name: 'terms', event_id: null, campaign_id: null, data: null })
    expect(requests.map(({ path }) => path)).toEqual(['/zones', '/api/v6/zones'])
  })

  test.each([
    'no_creative',
    'invalid_zone_name',
  ])('whose content is no JSON has none if the web form is refused with %s', async code => {
    const refusal = { 'x-svc-error-message': code, 'x-svc-token': 'made' }
    const { rewards } = against(({ path }, index) => {
      if (path === '/api/v6/zones') return error(400, 'invalid_creative_result')
      return index ? new Response('', { headers: refusal }) : undefined
    })
    await rewards.zone('terms')
    expect(await rewards.zone('overlay')).toEqual({ name: 'overlay', event_id: null, campaign_id: null, data: null })
  })

  test('that the platform cannot answer is asked for once, also beside the calls of resources', async () => {
    const { rewards, paths } = against(({ path }) =>
      path.endsWith('/zones') ? error(503, 'software_error') : undefined,
    )
    await rewards.profile.get()
    expect(await failure(rewards.zone('terms'))).toMatchObject({ status: 503, retryable: true })
    expect(paths().filter(path => path.endsWith('/zones'))).toHaveLength(1)
  })

  test('ends its request when it is aborted', async () => {
    const signals: (AbortSignal | null | undefined)[] = []
    const { rewards } = page({
      fetch: (input, init) => {
        if (!String(input).endsWith('/zones')) return platform.fetch(new Request(input, init))
        signals.push(init?.signal)
        return new Promise(() => {})
      },
    })
    // Without a token, other calls wait for the answer of this one.
    await rewards.profile.get()
    const stop = new AbortController()
    const zone = rewards.zone('terms', {}, { signal: stop.signal })
    await expect.poll(() => signals).toHaveLength(1)
    stop.abort()
    await expect(zone).rejects.toMatchObject({ code: 'aborted' })
    await expect.poll(() => signals[0]?.aborted).toBe(true)
  })

  test('sends data only if there is some, and the data of the call takes precedence', async () => {
    const { rewards, requests } = against(() => undefined)
    const own = against(() => undefined, { data: { locale: 'it', labels: 'refer' } })
    await rewards.zone('terms')
    expect(JSON.parse(requests.at(-1)!.body)).toEqual({ event_name: 'terms' })
    vi.stubGlobal('document', { documentElement: { lang: 'fr' } })
    await rewards.zone('terms')
    await rewards.zone('terms', { locale: 'de' })
    expect(requests.slice(-2).map(({ body }) => JSON.parse(body).data)).toEqual([{ locale: 'fr' }, { locale: 'de' }])
    // The option `data` is beside it, and takes precedence over the language of the page.
    for (const data of [undefined, { labels: 'tell' }]) await own.rewards.zone('terms', data)
    vi.unstubAllGlobals()
    expect(own.requests.map(({ body }) => JSON.parse(body).data)).toEqual([
      { locale: 'it', labels: 'refer' },
      { locale: 'it', labels: 'tell' },
    ])
  })

  test('whose answer cannot be used says why, in either form', async () => {
    const headers = { 'content-type': 'application/json', 'x-svc-token': 'made' }
    const { rewards } = against(({ path }) => new Response(path === '/zones' ? '{"text":' : '{}', { headers }))
    const code = 'invalid_response'
    await expect(rewards.zone('terms')).rejects.toMatchObject({
      code,
      message: 'Zone terms: the answer is not valid JSON',
    })
    await expect(rewards.zone('terms')).rejects.toMatchObject({
      code,
      message: 'Zone terms: the answer has no `data`',
    })
  })

  test.each([undefined, '', 7, null, {}])('with the name %j is an invalid argument', async name => {
    const { rewards, requests } = page()
    await expect(rewards.zone(name as string)).rejects.toMatchObject({ name: 'RewardsError', code: 'invalid_argument' })
    expect(requests).toEqual([])
  })
})

test('a zone that is refused with 503 is requested once, and the caller may try again', async () => {
  const { rewards, requests } = against(() => error(503, 'service_unavailable'))
  const refusal = { code: 'service_unavailable', status: 503, retryable: true }
  await expect(rewards.zone('terms')).rejects.toMatchObject(refusal)
  expect(requests.filter(({ method }) => method === 'POST')).toHaveLength(1)
})

describe('a zone that the platform refuses with 429', () => {
  afterEach(() => void vi.useRealTimers())

  /** A page whose first `count` requests for zones are refused for `seconds`. */
  function busyPage(count: number, seconds = '20') {
    vi.useFakeTimers()
    const zones = ({ path }: Sent) => path.endsWith('/zones')
    let refusals = 0
    const { rewards, errors, requests } = against(sent => {
      if (!zones(sent) || refusals++ >= count) return undefined
      const response = error(429, 'too_many_requests')
      response.headers.set('retry-after', seconds)
      return response
    })
    return { rewards, errors, asked: () => requests.filter(zones).length, requests }
  }

  test('is requested again after the time that the platform names, and no error is reported', async () => {
    const { rewards, errors, asked } = busyPage(2)
    const zone = rewards.zone('terms')
    await vi.advanceTimersByTimeAsync(19_000)
    expect(asked()).toBe(1)
    await vi.advanceTimersByTimeAsync(2_000)
    expect(asked()).toBe(2)
    await vi.advanceTimersByTimeAsync(20_000)
    expect(await zone).toMatchObject({ name: 'terms' })
    expect([asked(), errors]).toEqual([3, []])
  })

  test('fails after three attempts, with one error', async () => {
    const { rewards, errors, asked } = busyPage(9, '1')
    const refused = failure(rewards.zone('terms'))
    await vi.advanceTimersByTimeAsync(10_000)
    expect(await refused).toMatchObject({ code: 'too_many_requests', retryable: true, retryAfter: '1' })
    expect([asked(), errors.length]).toEqual([3, 1])
  })

  test('fails at once if the platform asks for a longer wait than 30 seconds', async () => {
    const { rewards, asked } = busyPage(9, '60')
    expect(await failure(rewards.zone('terms'))).toMatchObject({ code: 'too_many_requests', retryAfter: '60' })
    expect(asked()).toBe(1)
  })

  test('makes the calls of resources wait as well', async () => {
    const { rewards, requests, asked } = busyPage(1)
    const zone = rewards.zone('terms')
    await vi.advanceTimersByTimeAsync(1_000)
    const profile = rewards.profile.get()
    await vi.advanceTimersByTimeAsync(18_000)
    expect(requests.map(({ path }) => path)).not.toContain('/api/v4/me')
    await vi.advanceTimersByTimeAsync(2_000)
    expect(await profile).toMatchObject({ id: 'p-1' })
    expect([(await zone).name, asked()]).toEqual(['terms', 2])
  })

  test('is not requested before the time that the platform has named to another call', async () => {
    vi.useFakeTimers()
    let refusals = 0
    const { rewards, requests } = against(({ path }) => {
      if (path !== '/api/v4/me' || refusals++) return undefined
      const response = error(429, 'too_many_requests')
      response.headers.set('retry-after', '20')
      return response
    })
    const profile = rewards.profile.get()
    await vi.waitFor(() => expect(refusals).toBe(1), SOON)
    await vi.advanceTimersByTimeAsync(0)
    const zone = rewards.zone('terms')
    await vi.advanceTimersByTimeAsync(18_000)
    expect(requests.filter(({ path }) => path.endsWith('/zones'))).toEqual([])
    await vi.advanceTimersByTimeAsync(2_000)
    expect(await zone).toMatchObject({ name: 'terms' })
    expect(await profile).toMatchObject({ id: 'p-1' })
  })

  test('is not requested again once its caller has aborted it, or the consumer has logged out', async () => {
    const { rewards, asked } = busyPage(9)
    const stop = new AbortController()
    const aborted = failure(rewards.zone('terms', {}, { signal: stop.signal }))
    const loggedOut = failure(rewards.zone('other'))
    await vi.advanceTimersByTimeAsync(1_000)
    const before = asked()
    stop.abort()
    expect(await aborted).toMatchObject({ code: 'aborted' })
    await rewards.logout()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(await loggedOut).toMatchObject({ code: 'logged_out' })
    expect(asked()).toBe(before)
  })

  test('is not requested again once the runtime is destroyed', async () => {
    const { rewards, asked } = busyPage(9)
    const ended = failure(rewards.zone('terms'))
    await vi.advanceTimersByTimeAsync(1_000)
    rewards.destroy()
    expect(await ended).toMatchObject({ code: 'aborted' })
    await vi.advanceTimersByTimeAsync(60_000)
    expect(asked()).toBe(1)
  })
})

describe('a zone that is loading', () => {
  test('is fetched again by the web form if its content is not JSON, in the same order', async () => {
    const { rewards, requests } = against(({ path }, index) => {
      if (path === '/api/v6/zones') return error(400, 'invalid_creative_result')
      return index ? web('made', '<p>Hello</p>', { 'content-type': 'text/html' }) : undefined
    })
    await rewards.zone('terms')
    expect(await rewards.zone('overlay')).toMatchObject({ html: '<p>Hello</p>', data: null })
    expect(requests.slice(1).map(({ path }) => path)).toEqual(['/api/v6/zones', '/zones'])
    expect(requests.at(-1)?.token).toBe('made')
  })

  test('that is a script is never run or returned', async () => {
    const { rewards } = against(() => web('made', 'alert(1)', { 'content-type': 'text/javascript' }))
    await expect(rewards.zone('terms')).rejects.toMatchObject({ code: 'unsupported_content' })
  })

  test('of plain text is that text; HTML is kept apart from data', async () => {
    const text = against(() => web('made', 'Hello', { 'content-type': 'text/plain' }))
    expect(await text.rewards.zone('terms')).toMatchObject({ data: 'Hello' })
    const html = against(() => web('made', '<p>', { 'content-type': 'text/html; charset=utf-8' }))
    expect(await html.rewards.zone('terms')).toMatchObject({ data: null, html: '<p>' })
  })

  test('has the ids of its answer', async () => {
    const ids = { 'x-svc-campaign': 'c-1', 'x-svc-input-event-id': 'e-1' }
    const { rewards } = against(() => web('made', '{"a":1}', ids))
    expect(await rewards.zone('terms')).toEqual({ name: 'terms', event_id: 'e-1', campaign_id: 'c-1', data: { a: 1 } })
  })
})

describe('the answer of the API form', () => {
  const answered = (answer: () => Response) => {
    const { rewards } = against(({ path }) => (path === '/api/v6/zones' ? answer() : undefined))
    return rewards.zone('terms').then(() => rewards.zone('overlay'))
  }
  const NO_ZONES = ['null', '[]', '"a"', '{}', '{"event_id":"e-1"}', '{"data":']

  test.each(
    NO_ZONES,
  )('is an invalid_response of the platform, with its status, if it has no content: %s', async body => {
    const answer = answered(() => web('made', body))
    await expect(answer).rejects.toMatchObject({ code: 'invalid_response', status: 200, retryable: false })
  })

  test.each(NO_ZONES)('is not the platform’s without its token if it has no content: %s', async body => {
    const answer = answered(() => new Response(body, { headers: { 'content-type': 'application/json' } }))
    await expect(answer).rejects.toMatchObject({ code: 'network_error', status: 200, retryable: true })
  })

  test('may have numbers as ids', async () => {
    const answer = answered(() => json({ event_id: 7, campaign_id: 8, data: {} }))
    expect(await answer).toEqual({ name: 'overlay', event_id: '7', campaign_id: '8', data: {} })
  })
})

test('a zone of the web form that is broken JSON is an invalid_response with its status', async () => {
  const { rewards } = against(() => web('made', '{"a":'))
  await expect(rewards.zone('terms')).rejects.toMatchObject({ code: 'invalid_response', status: 200 })
})

describe('many zones', () => {
  const names = Array.from({ length: 50 }, (_, index) => `zone-${index}`)

  test('are requested six at a time, in their order', async () => {
    let running = 0
    let most = 0
    const { rewards, requests } = against(async () => {
      most = Math.max(most, ++running)
      await new Promise(resolve => setTimeout(resolve))
      running--
      return web('made', '{"event_id":"e-1","data":{}}')
    })
    const zones = await Promise.all(names.map(name => rewards.zone(name)))
    expect(zones.map(({ name }) => name)).toEqual(names)
    expect(requests.map(({ body }) => JSON.parse(body).event_name)).toEqual(names)
    expect(most).toBe(6)
  })

  test('whose content is not JSON is requested by the web form before zones that still wait', async () => {
    const { rewards, requests } = against(({ path }) =>
      path === '/api/v6/zones' ? error(400, 'invalid_creative_result') : undefined,
    )
    // Brings the token.
    await rewards.profile.get()
    await Promise.all(names.map(name => rewards.zone(name)))
    const asked = requests.map(({ path, body }) => `${path} ${body && JSON.parse(body).event_name}`)
    expect(asked.indexOf('/zones zone-0')).toBeLessThan(asked.indexOf('/api/v6/zones zone-6'))
  })

  test('that are ready in the same task are each sent in a task of their own', async () => {
    let task = 0
    const tasks: number[] = []
    async function endTask() {
      for (let turn = 0; turn < 50; turn++) await undefined
      task++
    }
    const { fetch } = against(() => undefined)
    const { rewards } = against(() => undefined, {
      fetch(input, init) {
        if (!String(input).endsWith('/zones')) return fetch(input, init)
        tasks.push(task)
        void endTask()
        return fetch(input, init)
      },
    })
    // Brings the token, for which zones would wait.
    await rewards.profile.get()
    await Promise.all(names.slice(0, 3).map(name => rewards.zone(name)))
    expect(tasks).toEqual([0, 1, 2])
  })

  test('that still wait end with the session of their call', async () => {
    const { rewards, requests } = against(({ path }) =>
      path === '/zones' ? new Promise<never>(() => {}) : web('made'),
    )
    const zones = names.map(name => rewards.zone(name).catch(({ code }) => code))
    await expect.poll(() => requests.length).toBeGreaterThan(0)
    await rewards.logout()
    expect(new Set(await Promise.all(zones))).toEqual(new Set(['logged_out']))
    expect(requests.filter(({ path }) => path === '/zones').length).toBeLessThanOrEqual(6)
  })
})
