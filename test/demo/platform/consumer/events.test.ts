import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { demo } from '../../../../demo/platform/index.js'
import { signJwt } from '../../../proof.js'
import { type Call, codeOf, program, server, shop, tokenIn, usePlatform } from '../use-platform.js'

const visit = usePlatform()
const { send } = visit
const named = (event_name: string, data: object = {}) => ({ event_name, data })
/** A text that PostgreSQL cannot compress. */
const incompressible = (length: number) => randomBytes(length).toString('base64url').slice(0, length)
const stored = (id: string) => visit.rows('select * from events where event_id = $1', [id])

describe('an event', () => {
  test('is recorded with its data, and the response has its id', async () => {
    const token = await visit.anonymous()
    const response = await send('/api/v6/events', { token, json: named('page_viewed', { labels: 'refer' }) })
    const { id, event_id, person_id } = await response.json()
    expect(event_id).toBe(id)
    expect(await stored(id)).toMatchObject([{ event_name: 'page_viewed', person_id, data: { labels: 'refer' } }])
  })

  test.each<[string, Call]>([
    ['JSON', { json: named('seen', { a: '1' }) }],
    ['text that contains JSON', { text: JSON.stringify(named('seen', { a: '1' })) }],
    ['a form', { form: { event_name: 'seen', a: '1' } }],
  ])('can be sent to the web-friendly call as %s', async (_, call) => {
    const response = await send('/events', { ...call, origin: shop })
    const { id, token, cookie_consent } = await response.json()
    expect({ token, cookie_consent }).toEqual({ token: tokenIn(response), cookie_consent: 'granted' })
    expect(await stored(id)).toMatchObject([{ event_name: 'seen', data: { a: '1' } }])
  })

  test('can be sent to the web-friendly call as a multipart form', async () => {
    const body = new FormData()
    for (const [name, value] of Object.entries({ event_name: 'seen', a: '1' })) body.set(name, value)
    const response = await visit.platform.fetch(new Request(`${program}/events`, { method: 'POST', body }))
    expect(await stored((await response.json()).id)).toMatchObject([{ event_name: 'seen', data: { a: '1' } }])
  })

  test('can have a media type in capitals, with parameters', async () => {
    const headers = { 'Content-Type': 'Application/JSON ;Charset=UTF-8' }
    const response = await send('/v6/events', {
      token: await visit.anonymous(),
      text: '{"event_name":"seen"}',
      headers,
    })
    expect(response.status).toBe(200)
  })

  test('can have its data and its token in the URL', async () => {
    const token = await visit.anonymous()
    const response = await send(`/events/seen?a=1&access_token=${token}`)
    const body = await response.json()
    expect(body.token).toBe(token)
    expect(await stored(body.id)).toMatchObject([{ data: { a: '1' } }])
  })

  test('needs its media type in the API, where no page saves a preflight', async () => {
    const response = await send('/v6/events', { token: await visit.anonymous(), text: '{"event_name":"seen"}' })
    expect([response.status, await codeOf(response)]).toEqual([415, 'unsupported_media_type'])
  })

  test.each([
    'constructor',
    '__proto__',
    'toString',
    'ä ö',
    "'; drop table events; --",
  ])('can have the name %s', async name => {
    const response = await send('/events', { json: named(name) })
    expect(await stored((await response.json()).id)).toMatchObject([{ event_name: name }])
  })

  test('is recorded with any JSON as data, or rejected if the data cannot be stored, and never fails', async () => {
    const token = await visit.anonymous()
    const anyData = fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue({ stringUnit: 'binary' }))
    await fc.assert(
      fc.asyncProperty(anyData, async data => {
        const response = await send('/v6/events', { token, json: { event_name: 'any', data } })
        if (!response.ok) {
          expect(['invalid_parameter', 'invalid_email', 'partner_user_id_invalid_length']).toContain(
            await codeOf(response),
          )
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
    ['the name of a step that only the platform records', JSON.stringify(named('reward_earned', { cart_value: 9999 }))],
    ['data nested 20,000 deep', `{"event_name":"deep","data":{"a":${'['.repeat(20_000)}${']'.repeat(20_000)}}}`],
  ])('is rejected with %s, as an error of the caller', async (_, json) => {
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
  ])('with the cart_value %j is a step with the value %j', async (cart_value, value) => {
    const { id } = await (await send('/events', { json: named('purchase', { cart_value }) })).json()
    expect(await visit.rows('select value from steps where event_id = $1', [id])).toEqual([{ value }])
  })

  test('identifies a consumer whose partner_user_id is a number', async () => {
    const token = await visit.anonymous()
    await send('/v6/events', { token, json: named('x', { partner_user_id: 424242 }) })
    expect(await visit.rows("select partner_user_id from persons where partner_user_id = '424242'")).toHaveLength(1)
  })

  test('is stored with its event_time, in UTC', async () => {
    const response = await send('/events', { json: named('seen', { event_time: '2026-04-01T10:00:00+02:00' }) })
    const [event] = await stored((await response.json()).id)
    expect(event?.event_time).toEqual(new Date('2026-04-01T08:00:00Z'))
  })
})

describe('a rejected event', () => {
  test('without a name identifies nobody', async () => {
    const json = { data: { email: 'unnamed@example.com' } }
    for (const path of ['/v6/events', '/events'])
      expect(await codeOf(await send(path, { token: await visit.anonymous(), json }))).toBe('invalid_parameter')
    expect(await visit.rows(`select 1 from persons where email = 'unnamed@example.com'`)).toEqual([])
  })

  test('that is an empty form has no body', async () => {
    expect(await codeOf(await send('/events', { token: await visit.anonymous(), form: {} }))).toBe(
      'missing_request_body',
    )
  })

  test('whose data are invalid has identified its consumer nevertheless', async () => {
    const json = named('seen', { email: 'named@example.com', event_time: 'yesterday' })
    const response = await send('/v6/events', { token: await visit.anonymous(), json })
    expect(await codeOf(response)).toBe('invalid_parameter')
    const { scopes } = await (await send('/v5/token', { token: tokenIn(response) })).json()
    expect(scopes).toContain('UPDATE_PROFILE')
  })

  test.each<[number, string, Call]>([
    [400, 'invalid_json', { text: '{', headers: { 'Content-Type': 'application/json' } }],
    [400, 'missing_request_body', { method: 'POST', headers: { 'Content-Type': 'application/json' } }],
    [400, 'missing_request_body', { text: ' \n', headers: { 'Content-Type': 'application/json' } }],
    [400, 'binding_error', { json: { event_name: ['x'] } }],
    [400, 'binding_error', { json: { event_name: 'x', data: [] } }],
    [400, 'invalid_parameter', { json: { data: {} } }],
    [400, 'invalid_parameter', { json: { event_name: '' } }],
    [400, 'invalid_parameter', { json: { event_name: 'x', data: { partner_event_id: '' } } }],
    [400, 'invalid_parameter', { json: named('x', { event_time: 'yesterday' }) }],
    [400, 'invalid_parameter', { json: named('x', { partner_conversion_id: 'x'.repeat(39) }) }],
    [401, 'jwt_error', { json: { event_name: 'x', jwt: 'x' } }],
    [403, 'invalid_email', { json: named('x', { email: 'x@' }) }],
    [403, 'invalid_email', { json: named('x', { email: 'x@', partner_user_id: 'of-the-shop' }) }],
    [403, 'invalid_email', { json: named('x', { email: `${'x'.repeat(200)}@example.com` }) }],
    [400, 'partner_user_id_invalid_length', { json: named('x', { partner_user_id: 'x'.repeat(201) }) }],
    [415, 'unsupported_media_type', { form: { event_name: 'x' } }],
  ])('has the error %i %s in the API, and an error header in the web-friendly call', async (status, code, call) => {
    const token = await visit.anonymous()
    const response = await send('/api/v6/events', { token, ...call })
    expect([response.status, await codeOf(response)]).toEqual([status, code])
    if (call.form) return
    const web = await send('/events', { token, ...call })
    expect([web.status, await codeOf(web)]).toEqual([200, code])
    expect(await web.json()).toEqual({ token, cookie_consent: 'granted' })
  })

  test('has an id or a name that is longer than the longest valid one', async () => {
    const ids = {
      partner_conversion_id: 'x'.repeat(38),
      partner_event_id: 'x'.repeat(200),
      container: 'x'.repeat(200),
      partner_user_id: 'z'.repeat(200),
    }
    const json = { event_name: 'x'.repeat(200), data: ids }
    expect((await send('/api/v6/events', { token: await visit.anonymous(), json })).status).toBe(200)
  })

  test('takes a number as an id, and records it once', async () => {
    const token = await visit.anonymous()
    const record = async () => {
      const json = named('order', { partner_event_id: 770_078, partner_conversion_id: 770_079 })
      const response = await send('/api/v6/events', { token, json })
      return [response.status, (await response.json()).event_id]
    }
    const first = await record()
    expect(first).toEqual([200, expect.any(String)])
    expect(await record()).toEqual(first)
  })

  test.each<[string, object]>([
    ['event_name', { event_name: 'x'.repeat(201) }],
    ['partner_event_id', named('x', { partner_event_id: 'x'.repeat(201) })],
    ['partner_event_id', named('x', { partner_event_id: ['x'] })],
    ['partner_event_id', named('x', { partner_event_id: null })],
    ['event_time', named('x', { event_time: null })],
    ['partner_conversion_id', named('x', { partner_conversion_id: '' })],
    ['container', named('x', { container: 'x'.repeat(201) })],
    ['event_time', named('x', { event_time: 'yesterday' })],
  ])('names what is invalid: %s', async (name, json) => {
    const response = await send('/v6/events', { token: await visit.anonymous(), json })
    expect(await response.json()).toMatchObject({
      ...{ code: 'invalid_parameter', message: expect.stringMatching(`^${name}: `), parameters: { name } },
    })
  })

  test('has at most 256 KiB and 100 levels of nesting', async () => {
    const token = await visit.anonymous()
    const statusOf = async (text: string) =>
      (await send('/v6/events', { token, text, headers: { 'Content-Type': 'application/json' } })).status
    const sized = (bytes: number) => {
      const text = JSON.stringify(named('large', { a: '' }))
      return text.replace('""', `"${'x'.repeat(bytes - text.length)}"`)
    }
    expect([await statusOf(sized(262_144)), await statusOf(sized(262_145))]).toEqual([200, 413])
    // The body and the data are two levels.
    const nested = (levels: number) => {
      const lists = levels - 2
      return `{"event_name":"deep","data":{"a":${'['.repeat(lists)}1${']'.repeat(lists)}}}`
    }
    expect([await statusOf(nested(100)), await statusOf(nested(101))]).toEqual([200, 400])
  })

  test('of a blocked person is not recorded', async () => {
    const token = await visit.identified('mo@example.com')
    await visit.rows(`update persons set blocks = '{"EVENTS": null}' where email = 'mo@example.com'`)
    const response = await send('/events', { token, json: named('purchase') })
    expect([response.status, await codeOf(response)]).toEqual([200, 'access_denied'])
    expect(await response.json()).not.toHaveProperty('id')
    const rows = await visit.rows(`select 1 from events join persons using (person_id) where email = 'mo@example.com'`)
    expect(rows).toEqual([])
  })
})

describe('an event whose name is in the path', () => {
  test.each<[string, Call]>([
    ['JSON', { json: { a: '1' } }],
    ['text that contains JSON', { text: '{"a":"1"}' }],
    ['a form', { form: { a: '1' } }],
  ])('is recorded with the body as data, sent to the web-friendly call as %s', async (_, call) => {
    const response = await send('/events/path_seen', { ...call, origin: shop })
    const { id, token, cookie_consent } = await response.json()
    expect({ token, cookie_consent }).toEqual({ token: tokenIn(response), cookie_consent: 'granted' })
    expect(await stored(id)).toMatchObject([{ event_name: 'path_seen', data: { a: '1' } }])
  })

  test('can have no data', async () => {
    const token = await visit.anonymous()
    for (const path of ['/events/plain', '/v6/events/plain', '/api/v6/events/plain']) {
      const { id } = await (await send(path, { method: 'POST', token })).json()
      expect(await stored(id)).toMatchObject([{ event_name: 'plain', data: {} }])
    }
  })

  test('identifies the consumer, and is recorded once for a partner_event_id', async () => {
    const token = await visit.anonymous()
    const json = { email: ' Path@example.com ', first_name: ' Pat ', partner_event_id: 'order-1' }
    const first = await send('/api/v6/events/purchase', { token, json })
    const { id, event_id, person_id } = await first.json()
    expect([event_id, tokenIn(first) === token]).toEqual([id, false])
    const [person] = await visit.rows('select email, first_name from persons where person_id = $1', [person_id])
    expect(person).toEqual({ email: 'path@example.com', first_name: 'Pat' })
    const again = await send('/events/purchase', { token: tokenIn(first), json })
    expect((await again.json()).id).toBe(id)
  })

  test('is recorded for the person of a JWT in the body', async () => {
    const jwt = await signJwt({ email: 'proven@example.com', scope: 'VERIFIED_CONSUMER' })
    const json = { jwt, note: 'n', email: 'claimed@example.com' }
    const response = await send('/v6/events/seen', { token: await visit.anonymous(), json })
    const { id, person_id } = await response.json()
    const [person] = await visit.rows('select email from persons where person_id = $1', [person_id])
    expect(person).toEqual({ email: 'proven@example.com' })
    const [{ data } = {}] = await stored(id)
    expect(data).toMatchObject({ note: 'n', email: 'proven@example.com' })
    expect(data).not.toHaveProperty('jwt')
  })

  test.each<[number, string, string, Call]>([
    [400, 'invalid_json', 'x', { text: '{', headers: { 'Content-Type': 'application/json' } }],
    [400, 'binding_error', 'x', { json: [] }],
    [400, 'invalid_parameter', 'x', { json: { event_time: 'yesterday' } }],
    [400, 'invalid_parameter', 'x'.repeat(201), { json: {} }],
    [401, 'jwt_error', 'x', { json: { jwt: 'x' } }],
    [403, 'invalid_email', 'x', { json: { email: 'x@' } }],
  ])('is rejected with %i %s', async (status, code, name, call) => {
    const token = await visit.anonymous()
    const response = await send(`/v6/events/${name}`, { token, ...call })
    expect([response.status, await codeOf(response)]).toEqual([status, code])
    const web = await send(`/events/${name}`, { token, ...call })
    expect([web.status, await codeOf(web)]).toEqual([200, code])
  })

  test('needs a token in the API, and gets one from the web-friendly call', async () => {
    const response = await send('/v6/events/seen', { json: {} })
    expect([response.status, await codeOf(response)]).toEqual([403, 'missing_access_token'])
    const web = await send('/events/seen', { json: {} })
    expect([web.status, await web.json()]).toEqual([200, expect.objectContaining({ token: tokenIn(web) })])
  })
})
