import { describe, expect, test } from 'vitest'
import { against } from '../against.js'
import { json, type Sent } from '../wire.js'

const onlyFirst = (response: () => Response) => (_: Sent, index: number) => (index ? undefined : response())

describe('the first call of a page without a token', () => {
  test('is a simple request without headers of its own, and without cookies to another site', async () => {
    const { rewards, requests } = against(() => undefined)
    await rewards.zone('terms', { labels: 'refer' })
    expect(requests).toMatchObject([{ method: 'POST', path: '/zones', token: undefined, credentials: 'omit' }])
    expect([...requests[0]!.headers]).toEqual([['content-type', expect.stringMatching(/^text\/plain/)]])
    expect(JSON.parse(requests[0]!.body)).toEqual({ event_name: 'terms', data: { labels: 'refer' } })
  })

  test('for a resource creates the token by a form, which needs no preflight', async () => {
    const { rewards, requests } = against(() => undefined)
    await rewards.profile.get()
    expect(requests).toMatchObject([
      { method: 'POST', path: '/api/v5/token', token: undefined },
      { method: 'GET', path: '/api/v4/me', token: 'made' },
    ])
    expect(requests[0]!.headers.get('content-type')).toMatch(/^application\/x-www-form-urlencoded/)
  })
})

describe('an answer that does not come from the platform', () => {
  test.each([
    [
      'the page of a hotel’s network',
      () => new Response('<html>Log in</html>', { headers: { 'content-type': 'text/html' } }),
    ],
    ['an empty 200', () => new Response('')],
    ['JSON of another server', () => json({ status: 'ok' })],
  ])('to a zone request is a network error: %s', async (_, response) => {
    const { rewards } = against(onlyFirst(response))
    await expect(rewards.zone('terms')).rejects.toMatchObject({ code: 'network_error', retryable: true })
  })

  test('to a resource request is a network error', async () => {
    const portal = () => new Response('<html>Log in</html>', { headers: { 'content-type': 'text/html' } })
    const { rewards } = against(({ path }) => (path === '/api/v4/me' ? portal() : undefined))
    await expect(rewards.profile.get()).rejects.toMatchObject({ code: 'network_error', retryable: true })
  })

  test('loses a profile field of the wrong type', async () => {
    const { rewards } = against(({ path }) =>
      path === '/api/v4/me' ? json({ id: true, email: 'ada@example.com' }) : undefined,
    )
    expect(await rewards.profile.get()).toEqual({ id: undefined, email: 'ada@example.com' })
  })

  test('rejects with invalid_response when a profile is not an object', async () => {
    const { rewards } = against(({ path }) => (path === '/api/v4/me' ? json(['p-1']) : undefined))
    await expect(rewards.profile.get()).rejects.toMatchObject({
      code: 'invalid_response',
      status: 200,
      cause: expect.anything(),
    })
  })

  test.each<[answer: string, status: number]>([
    ['{"id":', 200],
    ['[]', 201],
    ['', 204],
  ])('that is not what the call resolves with is an invalid_response with its status: %j, %i', async (text, status) => {
    const headers = { 'x-svc-token': 'made', 'content-type': 'application/json' }
    const answer = () => new Response(text || null, { status, headers })
    const { rewards } = against(({ path }) => (/\/me/.test(path) ? answer() : undefined))
    const calls = [rewards.profile.get(), rewards.shareables.get('a'), rewards.shareables.create({ key: 'a' })]
    for (const call of calls) await expect(call).rejects.toMatchObject({ code: 'invalid_response', status })
  })

  test('keeps unknown fields and values', async () => {
    const profile = { id: 'p-1', first_name: null, shoe_size: 43, cookie_consent_type: 'BRAND_NEW' }
    const { rewards } = against(({ path }) => (path === '/api/v4/me' ? json(profile) : undefined))
    expect(await rewards.profile.get()).toEqual(profile)
  })
})

describe('the token of a request', () => {
  test('goes in the header, without a cookie', async () => {
    const { rewards, requests } = against(() => undefined)
    await rewards.zone('terms')
    await rewards.zone('overlay')
    expect(requests[1]).toMatchObject({ path: '/api/v6/zones', token: 'made', credentials: 'omit' })
  })

  test('goes in the query when the page says so, and nowhere else', async () => {
    const { rewards, requests } = against(() => undefined, { carrier: 'query' })
    await rewards.zone('terms')
    await rewards.profile.get()
    expect(requests[1]).toMatchObject({ path: '/api/v4/me?access_token=made', token: undefined, credentials: 'omit' })
  })

  test('stays in the platform’s cookie when the page says so, except for resources', async () => {
    const { rewards, requests } = against(() => undefined, { carrier: 'cookie' })
    await rewards.zone('terms')
    await rewards.zone('overlay')
    await rewards.profile.get()
    expect(requests).toMatchObject([
      { path: '/zones', token: undefined, credentials: 'include' },
      { path: '/zones', token: undefined, credentials: 'include' },
      { path: '/api/v4/me', token: 'made', credentials: 'omit' },
    ])
  })

  test.each(['unset', 'denied'] as const)('is never in a cookie while consent is %s', async consent => {
    const { rewards, requests } = against(() => undefined, { carrier: 'cookie', consent })
    await rewards.zone('terms')
    await rewards.track('page_viewed')
    await rewards.profile.get()
    expect(requests.map(({ credentials }) => credentials)).toEqual(['omit', 'omit', 'omit'])
  })

  test('is replaced by the token of the answer', async () => {
    const { rewards, requests } = against(({ path }) => (path === '/api/v4/me' ? rotated() : undefined))
    const rotated = () => new Response('{"id":"p-1","email":null}', { headers: { 'x-svc-token': 'rotated' } })
    await rewards.profile.get()
    await rewards.zone('terms')
    expect(requests.at(-1)).toMatchObject({ path: '/api/v6/zones', token: 'rotated' })
  })
})
