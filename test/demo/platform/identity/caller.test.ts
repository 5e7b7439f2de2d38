import { describe, expect, test } from 'vitest'
import { signJwt } from '../../../proof.js'
import { type Call, codeOf, program, shop, tokenIn, usePlatform } from '../use-platform.js'

const visit = usePlatform()
const { send } = visit
const named = (event_name: string, data: object = {}) => ({ event_name, data })
const stored = (id: string) => visit.rows('select * from events where event_id = $1', [id])

describe('a request that another site causes', () => {
  test('is rejected if it is a POST with the cookie, unless its Origin is allowed, or a GET of a sandboxed frame', async () => {
    const cookie = await visit.anonymous()
    for (const origin of ['https://evil.example', 'null', undefined]) {
      const response = await send('/events', { json: named('forged'), cookie, ...(origin && { origin }) })
      expect([response.status, await codeOf(response)]).toEqual([200, 'access_denied'])
    }
    const forged = { cookie, origin: 'https://evil.example' }
    for (const [method, path] of [
      ['DELETE', '/v5/token'],
      ['PUT', '/v4/me/parameters/size'],
    ] as const)
      expect([method, await codeOf(await send(path, { ...forged, method }))]).toEqual([method, 'access_denied'])
    // For a POST only `Origin` counts.
    const referred = await send('/events', { json: named('forged'), cookie, headers: { Referer: `${shop}/` } })
    expect(await codeOf(referred)).toBe('access_denied')
    const sandboxed = await send('/events/forged', { cookie, origin: 'null' })
    expect(await codeOf(sandboxed)).toBe('access_denied')
    expect(await visit.rows(`select 1 from events where event_name = 'forged'`)).toEqual([])
    const honest = await send('/events', { json: named('seen'), cookie, origin: shop })
    expect(honest.headers.has('X-Svc-Error-Message')).toBe(false)
  })

  test.each([
    ['from another site', { Referer: 'https://evil.example/' }],
    ['from another origin', { Origin: 'https://evil.example' }],
    ['without a Referer', { 'Sec-Fetch-Site': 'cross-site' }],
  ])('is recorded but identifies nobody if it is a GET with the cookie %s', async (_, headers) => {
    const cookie = await visit.anonymous()
    const response = await send('/events/seen?email=eve@example.com', { cookie, headers })
    const { id } = await response.json()
    expect(await stored(id)).toMatchObject([{ data: { email: 'eve@example.com' } }])
    expect(tokenIn(response)).toBe(cookie)
  })

  test('sets no cookie if it is an image without a token', async () => {
    const image = (page: string) => send('/events/seen', { headers: { Referer: page, 'Sec-Fetch-Site': 'cross-site' } })
    expect((await image('https://evil.example/')).headers.has('Set-Cookie')).toBe(false)
    expect((await image(`${shop}/`)).headers.has('Set-Cookie')).toBe(true)
  })

  test('has no consumer if it brings two cookies of one name with different values', async () => {
    const [mine, theirs] = [await visit.anonymous(), await visit.anonymous()]
    const withCookies = (cookies: string) =>
      send('/zones', { method: 'POST', origin: shop, headers: { Cookie: cookies } })
    const answer = await withCookies(`svc_token=${mine}; svc_token=${theirs}`)
    expect([mine, theirs]).not.toContain(tokenIn(answer))
    // Nor by the older name: whoever can set the one cookie can also set the other.
    const older = await withCookies(`svc_token=${mine}; svc_token=${theirs}; access_token=${theirs}`)
    expect([mine, theirs]).not.toContain(tokenIn(older))
    expect(tokenIn(await withCookies(`svc_token=${mine}; svc_token=${mine}`))).toBe(mine)
  })

  // hono/cookie alone would use the first of the two.
  test.each([
    'svc_token=',
    'svc_token=%',
    'svc_token=%0d%0aa',
    'svc_token=another',
  ])('has no consumer if it brings %j before or after its cookie', async other => {
    const mine = `svc_token=${await visit.anonymous()}`
    for (const Cookie of [other, `${mine}; ${other}`, `${other}; ${mine}`]) {
      const response = await send('/zones', { method: 'POST', origin: shop, headers: { Cookie } })
      expect(response.status).toBe(200)
      expect(`svc_token=${tokenIn(response)}`).not.toBe(mine)
    }
  })

  test.each([
    'svc_token',
    '=svc_token',
    'my_svc_token=a',
    'svc_token=a"b',
    'SVC_TOKEN=a',
  ])('keeps its cookie beside %j, which is none', async other => {
    const mine = await visit.anonymous()
    for (const Cookie of [`svc_token=${mine};${other}`, `${other};svc_token=${mine}`])
      expect(tokenIn(await send('/zones', { method: 'POST', origin: shop, headers: { Cookie } }))).toBe(mine)
  })

  test('keeps its cookie although the browser adds the password of a protected site', async () => {
    const cookie = await visit.anonymous()
    const headers = { Authorization: 'Basic YTpi' }
    expect(tokenIn(await send('/zones', { method: 'POST', origin: shop, cookie, headers }))).toBe(cookie)
    expect(await codeOf(await send('/v4/me', { cookie, headers }))).toBe('method_unauthorized')
  })

  test('gets a new consumer if its Authorization header has no token, also beside a cookie', async () => {
    const cookie = await visit.anonymous()
    for (const call of [{}, { cookie }]) {
      const headers = { Authorization: 'Bearer' }
      const response = await send('/zones', { method: 'POST', origin: shop, headers, ...call })
      expect(response.headers.get('X-Svc-Error-Message')).toBeNull()
      expect([null, cookie]).not.toContain(tokenIn(response))
    }
  })

  test('records nothing if it is a HEAD', async () => {
    const token = await visit.anonymous()
    const response = await send(`/events/peeked?access_token=${token}`, { method: 'HEAD' })
    expect(response.status).toBe(200)
    expect(await visit.rows(`select 1 from events where event_name = 'peeked'`)).toEqual([])
  })

  test('identifies nobody if it is a HEAD, not even by a JWT', async () => {
    const token = await visit.anonymous()
    const jwt = await signJwt({ email: 'peeked@example.com', scope: 'VERIFIED_CONSUMER' })
    for (const call of [{ token }, { cookie: token }]) {
      const response = await send('/v4/me', { method: 'HEAD', headers: { 'X-Svc-Jwt': jwt }, ...call })
      expect([response.status, tokenIn(response)]).toEqual([200, token])
    }
    expect(await visit.rows(`select 1 from persons where email = 'peeked@example.com'`)).toEqual([])
  })

  test.each<Record<string, string>>([
    { Referer: 'https://evil.example/', 'Sec-Fetch-Site': 'cross-site' },
    // A browser that does not send Sec-Fetch-Site.
    { Referer: 'https://evil.example/' },
    // A page that hides its address.
    { 'Sec-Fetch-Site': 'cross-site' },
  ])('gets a token but no identity if it is a GET without a token, with %o', async headers => {
    const response = await send('/events/seen?email=eve@example.com', { headers })
    const details = await (await send('/v5/token', { token: tokenIn(response) })).json()
    expect(details.scopes).toEqual(['LOCAL_PROFILE'])
  })

  test('gets a token but no identity if it is a POST without a token from a page of another site', async () => {
    const json = named('seen', { email: 'eve@example.com' })
    for (const origin of ['https://evil.example', 'null']) {
      const response = await send('/events', { json, origin })
      const details = await (await send('/v5/token', { token: tokenIn(response) })).json()
      expect(details.scopes).toEqual(['LOCAL_PROFILE'])
    }
  })

  test.each([
    ['another site', { Referer: 'https://evil.example/' }],
    ['a page with a similar name', { Referer: `${shop}.evil.example/` }],
    ['a sandboxed frame', { Origin: 'null' }],
    ['an unknown page', {}],
  ])('cannot identify with a JWT in the URL, a GET and the cookie from %s', async (_, headers) => {
    const cookie = await visit.anonymous()
    const jwt = await signJwt({ email: 'mallory@example.com', scope: 'VERIFIED_CONSUMER' })
    const response = await send(`/events/seen?jwt=${jwt}`, { cookie, headers })
    // A sandboxed frame gets no token at all.
    expect([cookie, null]).toContain(tokenIn(response))
    expect(await visit.rows(`select 1 from persons where email = 'mallory@example.com'`)).toEqual([])
  })

  test('identifies the consumer of a token in the URL, which other sites do not know', async () => {
    const token = await visit.anonymous()
    const headers = { Referer: 'https://evil.example/', 'Sec-Fetch-Site': 'cross-site' }
    const response = await send(`/events/seen?email=uma@example.com&access_token=${token}`, { headers })
    const details = await (await send('/v5/token', { token: tokenIn(response) })).json()
    expect(details.scopes).toEqual(['LOCAL_PROFILE', 'UPDATE_PROFILE'])
  })

  test('can verify with a JWT in the header, which other sites cannot send', async () => {
    const jwt = await signJwt({ email: 'eve@example.com', scope: 'VERIFIED_CONSUMER' })
    const calls: Call[] = [
      { cookie: await visit.anonymous(), origin: shop },
      { cookie: await visit.anonymous() },
      { cookie: await visit.identified('una@example.com') },
    ]
    for (const call of calls) {
      const response = await send('/v4/me', { ...call, headers: { 'X-Svc-Jwt': jwt } })
      expect((await response.json()).email).toBe('eve@example.com')
      expect(response.headers.get('Set-Cookie')).toContain(tokenIn(response))
    }
  })

  test('identifies the consumer of a token in the header, which other sites do not know', async () => {
    const json = named('seen', { email: 'una@example.com' })
    const response = await send('/events', { json, token: await visit.anonymous(), origin: 'https://evil.example' })
    const details = await (await send('/v5/token', { token: tokenIn(response) })).json()
    expect(details.scopes).toEqual(['LOCAL_PROFILE', 'UPDATE_PROFILE'])
  })

  test('counts for the consumer of the token in the header, if there is another one in the URL', async () => {
    const [mine, other] = [await visit.anonymous(), await visit.anonymous()]
    expect(tokenIn(await send(`/events/seen?access_token=${other}`, { token: mine }))).toBe(mine)
    expect(tokenIn(await send(`/v4/me?access_token=${other}`, { token: mine }))).toBe(mine)
  })

  test('cannot replace the token in the cookie by a token in the URL', async () => {
    const cookie = await visit.anonymous()
    const response = await send(`/events/seen?access_token=${await visit.anonymous()}`, { cookie })
    expect(response.headers.has('Set-Cookie')).toBe(false)
  })

  test('sets no cookie with a token from the URL or the header if it has no cookie', async () => {
    const token = await visit.anonymous()
    const inUrl = await send(`/events/seen?access_token=${token}&email=ivy@example.com`, { origin: shop })
    const inHeader = await send('/events/seen?email=ivy@example.com', { token: await visit.anonymous(), origin: shop })
    for (const response of [inUrl, inHeader]) expect(response.headers.has('Set-Cookie')).toBe(false)
  })
})

describe('a GET with the cookie from a page of the program', () => {
  const scopesAfter = async (response: Response) =>
    (await (await send('/v5/token', { token: tokenIn(response) })).json()).scopes

  test.each([
    ['an image, whose origin is in Referer', { Referer: `${shop}/thanks` }],
    ['a script, whose origin is in Origin', { Origin: shop }],
    ['a page of the program domain itself', { Referer: `${program}/preview` }],
  ])('identifies the consumer: %s', async (_, headers) => {
    const cookie = await visit.anonymous()
    const response = await send('/events/seen?email=ida@example.com', { cookie, headers })
    const { id } = await response.json()
    expect(await scopesAfter(response)).toEqual(['LOCAL_PROFILE', 'UPDATE_PROFILE'])
    expect(response.headers.get('Set-Cookie')).toContain(tokenIn(response))
    const events = await visit.rows('select email from events join persons using (person_id) where event_id = $1', [id])
    expect(events).toEqual([{ email: 'ida@example.com' }])
  })

  test('verifies the consumer with a JWT in the URL', async () => {
    const cookie = await visit.anonymous()
    const jwt = await signJwt({ email: 'ida@example.com', scope: 'VERIFIED_CONSUMER' })
    const response = await send(`/events/seen?jwt=${jwt}`, { cookie, headers: { Referer: `${shop}/thanks` } })
    expect(await scopesAfter(response)).toContain('VERIFIED_CONSUMER')
  })

  test('reports an invalid email address and a JWT that is not valid, and identifies nobody', async () => {
    for (const [query, code] of [
      ['email=ida', 'invalid_email'],
      ['jwt=x.y.z', 'jwt_error'],
    ]) {
      const cookie = await visit.anonymous()
      const response = await send(`/events/seen?${query}`, { cookie, headers: { Referer: `${shop}/` } })
      expect([response.status, await codeOf(response), tokenIn(response)]).toEqual([200, code, cookie])
    }
  })

  test('identifies a new consumer if there is no cookie', async () => {
    const response = await send('/events/seen?email=new@example.com', { headers: { Referer: `${shop}/` } })
    expect(await scopesAfter(response)).toEqual(['LOCAL_PROFILE', 'UPDATE_PROFILE'])
  })

  test('identifies a new consumer of an app or a server, which names no page', async () => {
    const byBrowser = { json: named('seen', { email: 'app@example.com' }), headers: { 'Sec-Fetch-Site': 'none' } }
    for (const response of [await send('/events/seen?email=app@example.com'), await send('/events', byBrowser)])
      expect(await scopesAfter(response)).toEqual(['LOCAL_PROFILE', 'UPDATE_PROFILE'])
  })
})

test('a page of the program gets a new cookie in place of a dead one, and no other page does', async () => {
  const foreign = await send('/events/seen', { cookie: 'dead', headers: { Referer: 'https://evil.example/' } })
  expect([foreign.status, foreign.headers.has('Set-Cookie')]).toEqual([200, false])
  const response = await send('/zones', { method: 'POST', origin: shop, cookie: 'dead' })
  expect(response.headers.get('Set-Cookie')).toContain(`svc_token=${tokenIn(response)}; `)
})
