import { describe, expect, test } from 'vitest'
import { demo } from '../../../../../demo/platform/index.js'
import { signJwt } from '../../../../proof.js'
import { type Call, codeOf, server, shop, tokenIn, usePlatform } from '../../use-platform.js'

const visit = usePlatform()
const { send } = visit

describe('a web-friendly zone call', () => {
  test('gives a new visitor a token, a cookie and the content in one simple request', async () => {
    const response = await send('/zones', { text: '{"event_name":"share_experience"}', origin: shop })
    expect(response.status).toBe(200)
    expect(await response.json()).toMatchObject({ widget: 'share', headline: 'Give 20, get 20' })
    expect(response.headers.get('Content-Type')).toBe('application/json')
    expect(response.headers.get('Set-Cookie')).toContain(`svc_token=${tokenIn(response)};`)
    expect(response.headers.get('X-Svc-Campaign')).toBe(demo.campaignId)
    const [event] = await visit.rows('select event_name from events where event_id = $1', [
      response.headers.get('X-Svc-Input-Event-Id'),
    ])
    expect(event).toEqual({ event_name: 'share_experience' })
  })

  test('contains the same link for the same consumer, and another link for another consumer', async () => {
    const link = async (call: object) =>
      (await (await send('/zones/share_experience', { json: {}, ...call })).json()).shareable.link
    const first = await send('/zones/share_experience', { json: {} })
    const { shareable } = await first.json()
    const mine = `https://share.brand.localhost/s/${shareable.code}`
    expect(shareable).toEqual({ code: expect.stringMatching(/^\w+$/), link: mine })
    expect(await link({ token: tokenIn(first) })).toBe(mine)
    expect(await link({})).not.toBe(mine)
  })

  test('contains a link to the content of the page', async () => {
    const content = { partner_content_id: 'rose-1', title: 'Rose', url: `${shop}/roses/1` }
    const zone = async (data: object) => (await (await send('/zones/product', { json: data, token })).json()).shareable
    const token = await visit.anonymous()
    const shareable = await zone({ content })
    const followed = await send(`/s/${shareable.code}`)
    expect(followed.headers.get('Location')).toContain(content.url)
    expect(await zone({ content })).toEqual(shareable)
    const defaultShareable = await zone({})
    expect(defaultShareable).not.toEqual(shareable)
    for (const other of [
      { ...content, url: 'https://evil.example/' },
      { partner_content_id: 'lily-1' },
      { url: `${shop}/lilies/1` },
      'roses',
    ])
      expect(await zone({ content: other })).toEqual(defaultShareable)
  })

  test.each([
    ['JSON', { json: { event_name: 'terms' } }],
    ['text that contains JSON', { text: '{"event_name":"terms"}' }],
    ['a form', { form: { event_name: 'terms' } }],
  ])('accepts the name in %s', async (_, call) => {
    expect(await (await send('/zones', call)).text()).toContain('One reward for each friend')
  })

  test('accepts the name in a multipart form', async () => {
    const body = new FormData()
    body.set('event_name', 'terms')
    const response = await visit.platform.fetch(
      new Request('https://share.brand.localhost/zones', { method: 'POST', body }),
    )
    expect(await response.text()).toContain('One reward for each friend')
  })

  test.each([
    ['global_footer', 'text/html; charset=utf-8', '<style>'],
    ['mobile_bootstrap', 'text/javascript; charset=utf-8', 'document.title'],
    ['terms', 'text/plain; charset=utf-8', 'One reward'],
  ])('returns the creative of %s unchanged, as %s', async (name, type, start) => {
    const response = await send(`/zones/${name}`, { json: {} })
    expect(response.headers.get('Content-Type')).toBe(type)
    expect(await response.text()).toMatch(new RegExp(`^${start}`))
  })

  test.each([
    ['global_footer', 'sandbox'],
    ['mobile_bootstrap', 'sandbox'],
    ['terms', 'sandbox'],
    ['share_experience', null],
  ])('sandboxes the creative of %s if it is not JSON, because a form on another page can navigate to it', async (name, policy) => {
    for (const path of ['/zones', `/zones/${name}`]) {
      const response = await send(path, {
        form: { event_name: name },
        origin: 'https://evil.example',
        headers: { 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'document' },
      })
      expect(response.headers.get('Content-Security-Policy')).toBe(policy)
      expect(response.headers.get('X-Content-Type-Options')).toBe('nosniff')
    }
  })

  test.each([
    ['no body', { method: 'POST' }],
    ['no name', { json: { data: {} } }],
    ['a zone without content', { json: { event_name: 'no_such_zone' } }],
  ])('responds to %s with an empty 200 and a token', async (_, call) => {
    const response = await send('/zones', call)
    expect(response.status).toBe(200)
    expect(await response.text()).toBe('')
    expect(tokenIn(response)).toBeTruthy()
    expect(response.headers.has('X-Svc-Error-Message')).toBe(false)
  })

  test.each([
    ['invalid_json', { text: '{' }],
    ['binding_error', { json: [] }],
    ['binding_error', { json: { event_name: 7 } }],
    ['invalid_zone_name', { json: { event_name: '../etc' } }],
    ['invalid_email', { json: { event_name: 'terms', data: { email: 'none' } } }],
    ['jwt_error', { json: { event_name: 'terms', jwt: 'none' } }],
    ['unsupported_media_type', { text: '<a/>', headers: { 'Content-Type': 'application/xml' } }],
  ])('has %s in a header of a 200', async (code, call) => {
    const response = await send('/zones', call)
    expect(response.status).toBe(200)
    expect(await codeOf(response)).toBe(code)
    expect(await response.text()).toBe('')
    expect(tokenIn(response)).toBeTruthy()
  })

  test('has a message in ASCII in its header, whatever it quotes', async () => {
    const response = await send('/zones', { text: '{}', headers: { 'Content-Type': 'text/\u00e9' } })
    expect(response.headers.get('X-Svc-Error-Message')).toBe(
      'unsupported_media_type: The content type text/? is not supported',
    )
  })

  const dead: [string, () => Promise<string>][] = [
    ['unknown', async () => 'nobodys'],
    [
      'revoked',
      async () => {
        const token = await visit.anonymous()
        await send('/v5/token', { method: 'DELETE', token })
        return token
      },
    ],
    [
      'expired',
      async () => {
        const { access_token } = await (await send('/v5/token', { json: { duration_seconds: 60 } })).json()
        visit.now += 60_000
        return access_token
      },
    ],
  ]
  test.each(dead)('replaces a token that is %s by a new anonymous one, and goes on', async (_, make) => {
    const token = await make()
    const response = await send('/zones/terms', { json: {}, token })
    expect([response.status, response.headers.has('X-Svc-Error-Message')]).toEqual([200, false])
    expect(await response.text()).not.toBe('')
    const details = await (await send('/v5/token', { token: tokenIn(response) })).json()
    expect(details).toMatchObject({ scopes: ['LOCAL_PROFILE'] })
    expect(tokenIn(response)).not.toBe(token)
  })

  test('replaces a dead token by one of the same client', async () => {
    const { clientId: client_id, serverToken } = demo.sandbox
    const { access_token } = await (await send('/v5/token', { json: { client_id } })).json()
    await send('/v5/token', { method: 'DELETE', token: access_token })
    const fresh = tokenIn(await send('/zones/terms', { json: {}, token: access_token }))
    expect(fresh).not.toBe(access_token)
    const details = await visit.send(`${server}/v4/tokens/${fresh}`, { token: serverToken })
    expect(await details.json()).toMatchObject({ client_id })
  })

  test('records its input event also if no creative fits', async () => {
    const token = await visit.anonymous()
    const response = await send('/zones/nothing', { json: {}, token })
    expect([response.status, await response.text()]).toEqual([200, ''])
    expect(await codeOf(await send('/v6/zones/nothing', { json: {}, token }))).toBe('no_creative')
    expect(await visit.rows(`select 1 from events where event_name = 'nothing'`)).toHaveLength(2)
  })

  test.each<[string, string, Call]>([
    ['of a named zone', '/zones/terms', { json: { email: 'zoe@example.com' } }],
    ['without the name of a zone', '/zones', { json: { data: { email: 'nora@example.com' } } }],
  ])('identifies the consumer by the email address in the data %s', async (_, path, call) => {
    const response = await send(path, call)
    const details = await (await send('/v5/token', { token: tokenIn(response) })).json()
    expect(details.scopes).toContain('UPDATE_PROFILE')
  })

  test('verifies the consumer by a JWT without the name of a zone', async () => {
    const jwt = await signJwt({ email: 'nora@example.com', scope: 'VERIFIED_CONSUMER' })
    const response = await send('/zones', { json: { jwt } })
    expect([response.status, await response.text()]).toEqual([200, ''])
    const details = await (await send('/v5/token', { token: tokenIn(response) })).json()
    expect(details.scopes).toContain('VERIFIED_CONSUMER')
  })
})

describe('an API zone call', () => {
  test('returns the content with the ids of event and campaign, by name in the body and in the path', async () => {
    const token = await visit.anonymous()
    const byBody = await (await send('/api/v6/zones', { token, json: { event_name: 'product' } })).json()
    const byPath = await (await send('/v6/zones/product', { token, json: {} })).json()
    expect(byBody).toEqual({ event_id: expect.any(String), campaign_id: demo.campaignId, data: byPath.data })
    expect(byBody.data).toMatchObject({ widget: 'share' })
    expect(byBody.event_id).not.toBe(byPath.event_id)
  })

  test.each([
    [400, 'missing_zone_name', { json: {} }],
    [400, 'missing_zone_name', { json: { event_name: '' } }],
    [400, 'invalid_zone_name', { json: { event_name: 'a b' } }],
    [400, 'invalid_zone_name', { json: { event_name: 'z'.repeat(101) } }],
    [400, 'no_creative', { json: { event_name: 'z'.repeat(100) } }],
    [400, 'no_creative', { json: { event_name: 'no_such_zone' } }],
    [400, 'invalid_creative_result', { json: { event_name: 'global_footer' } }],
    [400, 'invalid_json', { text: '{', headers: { 'Content-Type': 'application/json' } }],
    [400, 'missing_request_body', { method: 'POST', headers: { 'Content-Type': 'application/json' } }],
    [400, 'binding_error', { json: { event_name: 'product', data: 'x' } }],
    [401, 'jwt_error', { json: { event_name: 'product', jwt: 'x' } }],
    [415, 'unsupported_media_type', { form: { event_name: 'product' } }],
    [415, 'unsupported_media_type', { text: '{"event_name":"product"}' }],
  ])('is rejected with %i %s', async (status, code, call) => {
    const response = await send('/api/v6/zones', { token: await visit.anonymous(), ...call })
    expect(response.status).toBe(status)
    expect(await response.json()).toEqual({
      code,
      http_status_code: status,
      message: expect.any(String),
      parameters: expect.any(Object),
      unique_id: expect.any(String),
    })
  })

  test.each([
    [400, 'invalid_zone_name', 'a%20b', { json: {} }],
    [400, 'no_creative', 'no_such_zone', { json: {} }],
    [400, 'invalid_creative_result', 'global_footer', { json: {} }],
    [400, 'invalid_creative_result', 'mobile_bootstrap', { json: {} }],
    [400, 'invalid_creative_result', 'terms', { json: {} }],
    [403, 'invalid_email', 'product', { json: { email: 'none' } }],
    [403, 'missing_access_token', 'product', { json: {}, token: '' }],
    [415, 'unsupported_media_type', 'product', { form: { labels: 'refer' } }],
  ])('is rejected with %i %s for the zone %s in the path', async (status, code, name, call) => {
    const response = await send(`/api/v6/zones/${name}`, { token: await visit.anonymous(), ...call })
    expect([response.status, await codeOf(response)]).toEqual([status, code])
  })

  test.each([
    ['name', 'invalid_zone_name', 'a.b', {}],
    ['time', 'invalid_parameter', 'product', { event_time: 'soon' }],
  ])('identifies nobody if the %s is invalid', async (_, code, zone, data) => {
    const token = await visit.anonymous()
    const response = await send(`/api/v6/zones/${zone}`, { token, json: { email: 'zoe@example.com', ...data } })
    expect(await codeOf(response)).toBe(code)
    expect(tokenIn(response)).toBe(token)
  })

  test.each(['GET', 'PUT', 'DELETE'])('rejects %s with 405', async method => {
    const response = await send('/api/v6/zones/product', { method, token: await visit.anonymous() })
    expect(response.status).toBe(405)
    expect(response.headers.get('Allow')).toBe('POST')
  })
})

describe('each zone call', () => {
  /** The body of each call. */
  const calls: [call: string, path: string, body: (data: object, jwt?: string) => object][] = [
    ['POST /zones', '/zones', (data, jwt) => ({ event_name: 'product', data, ...(jwt && { jwt }) })],
    ['POST /zones/{zone_name}', '/zones/product', (data, jwt) => ({ ...data, ...(jwt && { jwt }) })],
    ['POST /api/v6/zones', '/api/v6/zones', (data, jwt) => ({ event_name: 'product', data, ...(jwt && { jwt }) })],
    ['POST /api/v6/zones/{event_name}', '/api/v6/zones/product', (data, jwt) => ({ ...data, ...(jwt && { jwt }) })],
  ]
  test.each(calls)('%s checks the known keys, as an event does', async (_, path, body) => {
    const token = await visit.anonymous()
    for (const data of [{ partner_conversion_id: 'x'.repeat(39) }, { event_time: 'soon' }])
      expect(await codeOf(await send(path, { token, json: body(data) }))).toBe('invalid_parameter')
    await send(path, { token, json: body({ event_time: '2026-04-01T10:00:00Z' }) })
    const { identity_id } = await (await send('/v5/token', { token })).json()
    expect(await visit.rows('select event_time from events where person_id = $1', [identity_id])).toEqual([
      { event_time: new Date('2026-04-01T10:00:00Z') },
    ])
  })

  const claims = { email: 'ada@example.com', scope: 'VERIFIED_CONSUMER' }
  const scopes = async (response: Response) =>
    (await (await send('/v5/token', { token: tokenIn(response) })).json()).scopes as string[]

  test.each(calls)('%s accepts a JWT in the header', async (_, path, body) => {
    const headers = { 'X-Svc-Jwt': await signJwt(claims) }
    const response = await send(path, { token: await visit.anonymous(), json: body({}), headers })
    expect(await scopes(response)).toContain('VERIFIED_CONSUMER')
  })

  test.each(calls)('%s accepts a JWT in the body and does not record it', async (_, path, body) => {
    const json = body({ labels: 'refer' }, await signJwt(claims))
    const response = await send(path, { token: await visit.anonymous(), json })
    expect(await scopes(response)).toContain('VERIFIED_CONSUMER')
    const recorded = await visit.rows(`select data from events order by created_at desc, event_id`)
    expect(JSON.stringify(recorded)).not.toContain('"jwt"')
  })

  test.each(
    calls,
  )('%s returns the current token and, if the program asks for it, the consent', async (_, path, body) => {
    const token = await visit.anonymous()
    const response = await send(path, { token, json: body({}) })
    expect(tokenIn(response)).toBe(token)
    expect(response.headers.has('X-Svc-Cookie-Consent')).toBe(false)
    await visit.rows(`update clients set cookie_consent = 'unset'`)
    const withConsent = await send(path, { token, json: body({}) })
    await visit.rows('update clients set cookie_consent = null')
    expect(withConsent.headers.get('X-Svc-Cookie-Consent')).toBe('unset')
  })

  test.each(calls)('%s returns the campaign and the input event', async (_, path, body) => {
    const response = await send(path, { token: await visit.anonymous(), json: body({ labels: 'refer' }) })
    const { event_id, campaign_id } = path.startsWith('/api')
      ? await response.json()
      : { event_id: response.headers.get('X-Svc-Input-Event-Id'), campaign_id: response.headers.get('X-Svc-Campaign') }
    expect(campaign_id).toBe(demo.campaignId)
    const [event] = await visit.rows('select event_name, data from events where event_id = $1', [event_id])
    expect(event).toEqual({ event_name: 'product', data: { labels: 'refer' } })
  })

  test.each(calls)('%s records no token or JWT, at any depth of its data', async (_, path, body) => {
    const jwt = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl'
    const json = body({ labels: 'refer', page: { access_token: 'a-secret', n: 7 }, list: [jwt, 'roses'] })
    const response = await send(path, { token: await visit.anonymous(), json })
    const id = path.startsWith('/api') ? (await response.json()).event_id : response.headers.get('X-Svc-Input-Event-Id')
    expect(await visit.rows('select data from events where event_id = $1', [id])).toEqual([
      { data: { labels: 'refer', page: { n: 7 }, list: ['roses'] } },
    ])
  })
})

describe('a web-friendly call with the zone in the path', () => {
  test.each<[string, Call]>([
    ['JSON', { json: { locale: 'fr' } }],
    ['a form', { form: { locale: 'fr' } }],
  ])('accepts its data in %s', async (_, call) => {
    expect(await (await send('/zones/terms', call)).text()).toMatch(/^Une récompense/)
  })

  test('accepts its data in a multipart form', async () => {
    const body = new FormData()
    body.set('locale', 'fr')
    const response = await visit.platform.fetch(
      new Request('https://share.brand.localhost/zones/terms', { method: 'POST', body }),
    )
    expect(await response.text()).toMatch(/^Une récompense/)
  })

  test('rejects text', async () => {
    const response = await send('/zones/terms', { text: '{}' })
    expect([response.status, await codeOf(response)]).toEqual([200, 'unsupported_media_type'])
  })
})
