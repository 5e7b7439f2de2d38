import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { demo } from '../../../../demo/platform/index.js'
import { signJwt } from '../../../proof.js'
import { type Call, codeOf, program, server, shop, tokenIn, usePlatform } from '../use-platform.js'

const visit = usePlatform()
const { send } = visit
const named = (event_name: string, data: object = {}) => ({ event_name, data })
/** What PostgreSQL cannot make short enough for an index. */
const incompressible = (length: number) => randomBytes(length).toString('base64url').slice(0, length)
const stored = (id: string) => visit.rows('select * from events where event_id = $1', [id])

describe('an event', () => {
  test('is recorded with its data and answered with its id', async () => {
    const token = await visit.anonymous()
    const response = await send('/api/v6/events', { token, json: named('page_viewed', { labels: 'refer' }) })
    const { id, event_id, person_id } = await response.json()
    expect(event_id).toBe(id)
    expect(await stored(id)).toMatchObject([{ event_name: 'page_viewed', person_id, data: { labels: 'refer' } }])
  })

  test.each<[string, Call]>([
    ['JSON', { json: named('seen', { a: '1' }) }],
    ['text holding JSON', { text: JSON.stringify(named('seen', { a: '1' })) }],
    ['a form', { form: { event_name: 'seen', a: '1' } }],
  ])('in the web form comes as %s', async (_, call) => {
    const response = await send('/events', { ...call, origin: shop })
    const { id, token, cookie_consent } = await response.json()
    expect({ token, cookie_consent }).toEqual({ token: tokenIn(response), cookie_consent: 'granted' })
    expect(await stored(id)).toMatchObject([{ event_name: 'seen', data: { a: '1' } }])
  })

  test('in the web form comes as a multipart form', async () => {
    const body = new FormData()
    for (const [name, value] of Object.entries({ event_name: 'seen', a: '1' })) body.set(name, value)
    const response = await visit.platform.fetch(new Request(`${program}/events`, { method: 'POST', body }))
    expect(await stored((await response.json()).id)).toMatchObject([{ event_name: 'seen', data: { a: '1' } }])
  })

  test('by URL takes its data and its token from the query', async () => {
    const token = await visit.anonymous()
    const response = await send(`/events/seen?a=1&access_token=${token}`)
    const body = await response.json()
    expect(body.token).toBe(token)
    expect(await stored(body.id)).toMatchObject([{ data: { a: '1' } }])
  })

  test.each([
    'constructor',
    '__proto__',
    'toString',
    'ä ö',
    "'; drop table events; --",
  ])('may be called %s', async name => {
    const response = await send('/events', { json: named(name) })
    expect(await stored((await response.json()).id)).toMatchObject([{ event_name: name }])
  })

  test('is recorded with any JSON for data, or refused for what cannot be stored, and never fails', async () => {
    const token = await visit.anonymous()
    const anyData = fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue({ stringUnit: 'binary' }))
    await fc.assert(
      fc.asyncProperty(anyData, async data => {
        const response = await send('/v6/events', { token, json: { event_name: 'any', data } })
        if (!response.ok) {
          expect(['invalid_parameter', 'invalid_email']).toContain(await codeOf(response))
          return
        }
        const [event] = await stored((await response.json()).id)
        expect(event?.data).toEqual(JSON.parse(JSON.stringify(data)))
      }),
      { numRuns: 100, seed: 1 },
    )
  })

  test.each([
    ['a name of 9,000 characters', JSON.stringify(named(incompressible(9000)))],
    ['a container of 9,000 characters', JSON.stringify(named('share', { container: incompressible(9000) }))],
    ['data nested 20,000 deep', `{"event_name":"deep","data":{"a":${'['.repeat(20_000)}${']'.repeat(20_000)}}}`],
  ])('is refused with %s, and that is the caller’s mistake', async (_, json) => {
    expect(await codeOf(await send('/events', { text: json }))).toBe('invalid_parameter')
    const headers = { 'Content-Type': 'application/json' }
    const token = demo.serverToken
    for (const path of ['/v6/events', '/v6/async-events']) {
      const response = await send(server + path, { token, text: json, headers })
      expect([response.status, await codeOf(response)]).toEqual([400, 'invalid_parameter'])
    }
  })

  test.each([
    [{ toString: 1 }, null],
    [['12'], null],
    ['12.50', '12.50'],
    [12.5, '12.5'],
  ])('with the cart_value %j is a step worth %j', async (cart_value, value) => {
    const { id } = await (await send('/events', { json: named('purchase', { cart_value }) })).json()
    expect(await visit.rows('select value from steps where event_id = $1', [id])).toEqual([{ value }])
  })

  test('keeps the time it names, in UTC', async () => {
    const response = await send('/events', { json: named('seen', { event_time: '2026-04-01T10:00:00+02:00' }) })
    const [event] = await stored((await response.json()).id)
    expect(event?.event_time).toEqual(new Date('2026-04-01T08:00:00Z'))
  })
})

describe('a repeated partner_event_id', () => {
  const purchase = named('purchase', { partner_event_id: 'order-1' })
  const submit = async (token: string, json: object = purchase) =>
    (await (await send('/api/v6/events', { token, json })).json()).id

  test('answers with the first event’s id and records nothing', async () => {
    const token = await visit.anonymous()
    const first = await submit(token)
    expect(await submit(token)).toBe(first)
    const rows = await visit.rows('select 1 from steps where event_id = $1', [first])
    expect(rows).toHaveLength(1)
  })

  test('is the same event after the consumer was identified in between', async () => {
    const token = await visit.anonymous()
    const first = await submit(token)
    const response = await send('/api/v6/events', { token, json: named('identify', { email: 'ann@example.com' }) })
    expect(await submit(tokenIn(response))).toBe(first)
  })

  test('is the same event of a verified person on a new token', async () => {
    const first = await submit(await visit.verified('vera@example.com'))
    expect(await submit(await visit.verified('vera@example.com'))).toBe(first)
  })

  test('is another event under another name, and another consumer’s', async () => {
    const token = await visit.anonymous()
    const first = await submit(token)
    expect(await submit(token, named('return', { partner_event_id: 'order-1' }))).not.toBe(first)
    expect(await submit(await visit.anonymous())).not.toBe(first)
  })

  test('is not swallowed by somebody who merely names the buyer’s address', async () => {
    const guessed = await submit(await visit.identified('buyer@example.com'))
    expect(await submit(await visit.identified('buyer@example.com'))).not.toBe(guessed)
    expect(await submit(await visit.verified('buyer@example.com'))).not.toBe(guessed)
  })

  test('is the same event of somebody else whom it names, whose token was lost with the first answer', async () => {
    const token = await visit.identified('parent@example.com')
    const own = await submit(token)
    const theirs = { ...purchase, data: { ...purchase.data, email: 'child@example.com' } }
    const first = await submit(token, theirs)
    expect(first).not.toBe(own)
    expect(await submit(token, theirs)).toBe(first)
    expect(await submit(await visit.identified('parent@example.com'), theirs)).not.toBe(first)
    expect(await submit(token)).toBe(own)
  })

  test('sent twice at once is recorded once', async () => {
    const token = await visit.anonymous()
    const json = named('purchase', { partner_event_id: 'order-2' })
    const ids = await Promise.all([submit(token, json), submit(token, json), submit(token, json)])
    expect(new Set(ids).size).toBe(1)
  })
})

describe('identity', () => {
  const scopes = async (token: string) => (await (await send('/v5/token', { token })).json()).scopes

  test.each([
    ['email', { email: 'Eve@Example.com' }],
    ['partner_user_id', { partner_user_id: 'cust-77' }],
  ])('an event with %s identifies: a new token, and the cookie follows', async (_, data) => {
    const cookie = await visit.anonymous()
    const response = await send('/events', { json: named('identify', data), cookie, origin: shop })
    expect(tokenIn(response)).not.toBe(cookie)
    expect((await response.json()).token).toBe(tokenIn(response))
    expect(response.headers.get('Set-Cookie')).toContain(`svc_token=${tokenIn(response)};`)
    expect(await scopes(tokenIn(response))).toEqual(['LOCAL_PROFILE', 'UPDATE_PROFILE'])
  })

  test('a call under way with the replaced token does not fail, later ones do', async () => {
    const token = await visit.anonymous()
    const response = await send('/events', { json: named('identify', { email: 'fay@example.com' }), token })
    expect(await scopes(token)).toEqual(['LOCAL_PROFILE'])
    visit.now += 31_000
    expect(await codeOf(await send('/v5/token', { token }))).toBe('invalid_access_token')
    expect(await scopes(tokenIn(response))).toContain('UPDATE_PROFILE')
  })

  test('the same address again changes nothing', async () => {
    const token = await visit.identified('gus@example.com')
    const response = await send('/events', { json: named('seen', { email: 'gus@example.com' }), token })
    expect(tokenIn(response)).toBe(token)
  })

  test('a verified consumer who names somebody else becomes that somebody, unproved', async () => {
    const token = await visit.verified('hal@example.com')
    const response = await send('/events', { json: named('seen', { email: 'ivy@example.com' }), token })
    expect(await scopes(tokenIn(response))).toEqual(['LOCAL_PROFILE', 'UPDATE_PROFILE'])
    const mine = await send('/v4/me', { token: tokenIn(response) })
    expect((await mine.json()).email).toBe(null)
  })

  test('a claim changes nothing in a profile that exists', async () => {
    const data = { email: 'ada@example.com', first_name: 'Mallory', partner_user_id: 'other' }
    await send('/events', { json: named('identify', data) })
    const [ada] = await visit.rows(`select first_name, partner_user_id from persons where email = 'ada@example.com'`)
    expect(ada).toEqual({ first_name: 'Ada', partner_user_id: 'cust-1815' })
  })

  test('what an anonymous consumer did joins the profile, and their link keeps working', async () => {
    const token = await visit.anonymous()
    const { data } = await (await send('/v6/zones/product', { json: {}, token })).json()
    const seen = await (await send('/v6/events', { json: named('seen'), token })).json()
    await send('/events', { json: named('identify', { email: 'grace@example.com' }), token })
    const [{ person_id }] = (await visit.rows(`select person_id from persons where email = 'grace@example.com'`)) as [
      { person_id: string },
    ]
    expect(await stored(seen.id)).toMatchObject([{ person_id }])
    expect(await visit.rows('select person_id from shareables where code = $1', [data.shareable.code])).toEqual([
      { person_id },
    ])
  })

  test('a JWT in the body proves, and its claims win over the data', async () => {
    const jwt = await signJwt({ email: 'joy@example.com', scope: 'VERIFIED_CONSUMER', plan: 'gold' })
    const json = { ...named('seen', { email: 'kim@example.com', plan: 'none', other: 1 }), jwt }
    const response = await send('/events', { json })
    expect(await scopes(tokenIn(response))).toContain('VERIFIED_CONSUMER')
    expect(await stored((await response.json()).id)).toMatchObject([
      { data: { email: 'joy@example.com', plan: 'gold', other: 1 } },
    ])
  })

  test('a JWT in an event’s URL proves', async () => {
    const jwt = await signJwt({ email: 'liz@example.com', scope: 'VERIFIED_CONSUMER' })
    const response = await send(`/events/seen?jwt=${jwt}&access_token=${await visit.anonymous()}`)
    expect(await scopes(tokenIn(response))).toContain('VERIFIED_CONSUMER')
  })
})

describe('what another site makes a browser send', () => {
  test('a POST with the cookie is refused unless its Origin is the program’s', async () => {
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
    ['without a word where it is from', { 'Sec-Fetch-Site': 'cross-site' }],
  ])('a GET with the cookie %s is recorded but identifies nobody', async (_, headers) => {
    const cookie = await visit.anonymous()
    const response = await send('/events/seen?email=eve@example.com', { cookie, headers })
    expect(await stored((await response.json()).id)).toHaveLength(1)
    expect(tokenIn(response)).toBe(cookie)
  })

  test('a GET without a token from another site gets a token, but not the identity it names', async () => {
    const headers = { Referer: 'https://evil.example/', 'Sec-Fetch-Site': 'cross-site' }
    const response = await send('/events/seen?email=eve@example.com', { headers })
    const details = await (await send('/v5/token', { token: tokenIn(response) })).json()
    expect(details.scopes).toEqual(['LOCAL_PROFILE'])
  })

  test('not even a page of the program identifies by a GET with the cookie, nor does a JWT in its URL', async () => {
    const cookie = await visit.anonymous()
    const jwt = await signJwt({ email: 'eve@example.com', scope: 'VERIFIED_CONSUMER' })
    for (const query of ['email=eve@example.com', `jwt=${jwt}`]) {
      const response = await send(`/events/seen?${query}`, { cookie, headers: { Referer: `${shop}/thanks` } })
      expect(await stored((await response.json()).id)).toHaveLength(1)
      expect(tokenIn(response)).toBe(cookie)
    }
  })

  test('a JWT in its header proves beside the cookie, too: no other site can send it', async () => {
    const cookie = await visit.anonymous()
    const jwt = await signJwt({ email: 'eve@example.com', scope: 'VERIFIED_CONSUMER' })
    const response = await send('/v4/me', { cookie, origin: shop, headers: { 'X-Svc-Jwt': jwt } })
    expect((await response.json()).email).toBe('eve@example.com')
    expect(response.headers.get('Set-Cookie')).toContain(tokenIn(response))
  })

  test('a token in a URL never replaces the one in the cookie', async () => {
    const cookie = await visit.anonymous()
    const response = await send(`/events/seen?access_token=${await visit.anonymous()}`, { cookie })
    expect(response.headers.has('Set-Cookie')).toBe(false)
  })
})

describe('a refused event', () => {
  test.each<[number, string, Call]>([
    [400, 'invalid_json', { text: '{', headers: { 'Content-Type': 'application/json' } }],
    [400, 'missing_request_body', { method: 'POST', headers: { 'Content-Type': 'application/json' } }],
    [400, 'binding_error', { json: { event_name: ['x'] } }],
    [400, 'binding_error', { json: { event_name: 'x', data: [] } }],
    [400, 'invalid_parameter', { json: { data: {} } }],
    [400, 'invalid_parameter', { json: { event_name: 'x', data: { partner_event_id: '' } } }],
    [400, 'invalid_parameter', { json: named('x', { event_time: 'yesterday' }) }],
    [400, 'invalid_parameter', { json: named('x', { partner_conversion_id: 'x'.repeat(39) }) }],
    [401, 'jwt_error', { json: { event_name: 'x', jwt: 'x' } }],
    [403, 'invalid_email', { json: named('x', { email: 'x@' }) }],
    [415, 'unsupported_media_type', { form: { event_name: 'x' } }],
  ])('is answered %i %s by the API, and in a header by the web form', async (status, code, call) => {
    const token = await visit.anonymous()
    const response = await send('/api/v6/events', { token, ...call })
    expect([response.status, await codeOf(response)]).toEqual([status, code])
    if (call.form) return
    const web = await send('/events', { token, ...call })
    expect([web.status, await codeOf(web)]).toEqual([200, code])
    expect(await web.json()).toEqual({ token, cookie_consent: 'granted' })
  })

  test('of a blocked person is not recorded', async () => {
    const token = await visit.identified('mo@example.com')
    await visit.rows(`update persons set blocked = 'EVENTS' where email = 'mo@example.com'`)
    const response = await send('/events', { token, json: named('purchase') })
    expect([response.status, await codeOf(response)]).toEqual([200, 'access_denied'])
    expect(await response.json()).not.toHaveProperty('id')
    const rows = await visit.rows(`select 1 from events join persons using (person_id) where email = 'mo@example.com'`)
    expect(rows).toEqual([])
  })
})
