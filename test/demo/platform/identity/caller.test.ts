import { describe, expect, test } from 'vitest'
import { signJwt } from '../../../proof.js'
import { codeOf, shop, tokenIn, usePlatform } from '../use-platform.js'

const visit = usePlatform()
const { send } = visit
const named = (event_name: string, data: object = {}) => ({ event_name, data })
const stored = (id: string) => visit.rows('select * from events where event_id = $1', [id])

describe('a request that another site causes', () => {
  test('is rejected if it is a POST with the cookie, unless its Origin is allowed', async () => {
    const cookie = await visit.anonymous()
    for (const origin of ['https://evil.example', 'null', undefined]) {
      const response = await send('/events', { json: named('forged'), cookie, ...(origin && { origin }) })
      expect([response.status, await codeOf(response)]).toEqual([200, 'access_denied'])
    }
    expect(await visit.rows(`select 1 from events where event_name = 'forged'`)).toEqual([])
    const honest = await send('/events', { json: named('seen'), cookie, origin: shop })
    expect(honest.headers.has('X-Svc-Error-Message')).toBe(false)
  })

  test.each([
    ['from another site', { Referer: 'https://evil.example/' }],
    ['without a Referer', { 'Sec-Fetch-Site': 'cross-site' }],
  ])('is recorded but identifies nobody if it is a GET with the cookie %s', async (_, headers) => {
    const cookie = await visit.anonymous()
    const response = await send('/events/seen?email=eve@example.com', { cookie, headers })
    expect(await stored((await response.json()).id)).toHaveLength(1)
    expect(tokenIn(response)).toBe(cookie)
  })

  test('gets a token but no identity if it is a GET without a token', async () => {
    const headers = { Referer: 'https://evil.example/', 'Sec-Fetch-Site': 'cross-site' }
    const response = await send('/events/seen?email=eve@example.com', { headers })
    const details = await (await send('/v5/token', { token: tokenIn(response) })).json()
    expect(details.scopes).toEqual(['LOCAL_PROFILE'])
  })

  test('cannot identify with a GET and the cookie, even on a page of the program and with a JWT in the URL', async () => {
    const cookie = await visit.anonymous()
    const jwt = await signJwt({ email: 'eve@example.com', scope: 'VERIFIED_CONSUMER' })
    for (const query of ['email=eve@example.com', `jwt=${jwt}`]) {
      const response = await send(`/events/seen?${query}`, { cookie, headers: { Referer: `${shop}/thanks` } })
      expect(await stored((await response.json()).id)).toHaveLength(1)
      expect(tokenIn(response)).toBe(cookie)
    }
  })

  test('can verify with a JWT in the header, which other sites cannot send', async () => {
    const cookie = await visit.anonymous()
    const jwt = await signJwt({ email: 'eve@example.com', scope: 'VERIFIED_CONSUMER' })
    const response = await send('/v4/me', { cookie, origin: shop, headers: { 'X-Svc-Jwt': jwt } })
    expect((await response.json()).email).toBe('eve@example.com')
    expect(response.headers.get('Set-Cookie')).toContain(tokenIn(response))
  })

  test('cannot replace the token in the cookie by a token in the URL', async () => {
    const cookie = await visit.anonymous()
    const response = await send(`/events/seen?access_token=${await visit.anonymous()}`, { cookie })
    expect(response.headers.has('Set-Cookie')).toBe(false)
  })
})
