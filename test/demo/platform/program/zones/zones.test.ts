import { describe, expect, test } from 'vitest'
import { demo } from '../../../../../demo/platform/index.js'
import { codeOf, shop, tokenIn, usePlatform } from '../../use-platform.js'

const visit = usePlatform()
const { send } = visit

describe('the web form', () => {
  test('a cold page gets a token, a cookie and the content in one simple request', async () => {
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

  test('the same consumer always gets the same link, another one another', async () => {
    const link = async (call: object) =>
      (await (await send('/zones/share_experience', { json: {}, ...call })).json()).shareable.link
    const first = await send('/zones/share_experience', { json: {} })
    const mine = (await first.json()).shareable.link
    expect(mine).toMatch(/^https:\/\/share\.brand\.localhost\/s\/\w+$/)
    expect(await link({ token: tokenIn(first) })).toBe(mine)
    expect(await link({})).not.toBe(mine)
  })

  test('on a page about something hands out a link that leads there', async () => {
    const content = { partner_content_id: 'rose-1', title: 'Rose', url: `${shop}/roses/1` }
    const zone = async (data: object) => (await (await send('/zones/product', { json: data, token })).json()).shareable
    const token = await visit.anonymous()
    const about = await zone({ content })
    const followed = await send(`/s/${about.code}`)
    expect(followed.headers.get('Location')).toContain(content.url)
    expect(await zone({ content })).toEqual(about)
    const mine = await zone({})
    expect(mine).not.toEqual(about)
    expect(await zone({ content: { ...content, url: 'https://evil.example/' } })).toEqual(mine)
  })

  test.each([
    ['JSON', { json: { event_name: 'terms' } }],
    ['text holding JSON', { text: '{"event_name":"terms"}' }],
    ['a form', { form: { event_name: 'terms' } }],
  ])('takes the name in %s', async (_, call) => {
    expect(await (await send('/zones', call)).text()).toContain('One reward for each friend')
  })

  test('takes the name in a multipart form', async () => {
    const body = new FormData()
    body.set('event_name', 'terms')
    const response = await visit.platform.fetch(
      new Request('https://share.brand.localhost/zones', { method: 'POST', body }),
    )
    expect(await response.text()).toContain('One reward for each friend')
  })

  test.each([
    ['global_footer', 'text/html; charset=utf-8', '<p '],
    ['mobile_bootstrap', 'text/javascript; charset=utf-8', 'document.title'],
    ['terms', 'text/plain; charset=utf-8', 'One reward'],
  ])('gives the creative behind %s as it is, as %s', async (name, type, start) => {
    const response = await send(`/zones/${name}`, { json: {} })
    expect(response.headers.get('Content-Type')).toBe(type)
    expect(await response.text()).toMatch(new RegExp(`^${start}`))
  })

  test.each([
    ['no body', { method: 'POST' }],
    ['no name', { json: { data: {} } }],
    ['nothing behind the name', { json: { event_name: 'no_such_zone' } }],
  ])('answers %s with an empty 200 and a token', async (_, call) => {
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
    ['invalid_email', { json: { event_name: 'terms', data: { email: 'nobody' } } }],
    ['jwt_error', { json: { event_name: 'terms', jwt: 'none' } }],
    ['unsupported_media_type', { text: '<a/>', headers: { 'Content-Type': 'application/xml' } }],
  ])('tells %s in a header of a 200', async (code, call) => {
    const response = await send('/zones', call)
    expect(response.status).toBe(200)
    expect(await codeOf(response)).toBe(code)
    expect(await response.text()).toBe('')
    expect(tokenIn(response)).toBeTruthy()
  })

  test('replaces a dead token by a fresh anonymous one', async () => {
    const token = await visit.anonymous()
    await send('/v5/token', { method: 'DELETE', token })
    const response = await send('/zones/terms', { json: {}, token })
    expect(response.status).toBe(200)
    expect(tokenIn(response)).not.toBe(token)
  })

  test('an address in the data identifies who asks', async () => {
    const response = await send('/zones/terms', { json: { email: 'zoe@example.com' } })
    const details = await (await send('/v5/token', { token: tokenIn(response) })).json()
    expect(details.scopes).toContain('UPDATE_PROFILE')
  })

  test('shows the newest published version', async () => {
    const version =
      'insert into zones (zone_name, version, campaign_id, content_type, content, published_at) values ($1, $2, $3, $4, $5, $6)'
    const zone = (number: number, text: string, at: Date | null) =>
      visit.rows(version, ['welcome_offer', number, demo.campaignId, 'text/plain', text, at])
    await zone(1, 'old', new Date(visit.now))
    await zone(2, 'live', new Date(visit.now))
    await zone(3, 'draft', null)
    await zone(4, 'next week', new Date(visit.now + 7 * 86_400_000))
    expect(await (await send('/zones/welcome_offer', { json: {} })).text()).toBe('live')
  })
})

describe('the API form', () => {
  test('wraps the content, by name in the body and by name in the path', async () => {
    const token = await visit.anonymous()
    const byBody = await (await send('/api/v6/zones', { token, json: { event_name: 'product' } })).json()
    const byPath = await (await send('/v6/zones/product', { token, json: {} })).json()
    expect(byBody).toEqual({ event_id: expect.any(String), campaign_id: demo.campaignId, data: byPath.data })
    expect(byBody.data).toMatchObject({ widget: 'share' })
    expect(byBody.event_id).not.toBe(byPath.event_id)
  })

  test.each([
    [400, 'missing_zone_name', { json: {} }],
    [400, 'invalid_zone_name', { json: { event_name: 'a b' } }],
    [400, 'no_creative', { json: { event_name: 'no_such_zone' } }],
    [400, 'invalid_creative_result', { json: { event_name: 'global_footer' } }],
    [400, 'invalid_json', { text: '{', headers: { 'Content-Type': 'application/json' } }],
    [400, 'missing_request_body', { method: 'POST', headers: { 'Content-Type': 'application/json' } }],
    [400, 'binding_error', { json: { event_name: 'product', data: 'x' } }],
    [401, 'jwt_error', { json: { event_name: 'product', jwt: 'x' } }],
    [415, 'unsupported_media_type', { form: { event_name: 'product' } }],
    [415, 'unsupported_media_type', { text: '{"event_name":"product"}' }],
  ])('answers %i %s', async (status, code, call) => {
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

  test.each(['GET', 'PUT', 'DELETE'])('refuses %s with 405', async method => {
    const response = await send('/api/v6/zones/product', { method, token: await visit.anonymous() })
    expect(response.status).toBe(405)
    expect(response.headers.get('Allow')).toBe('POST')
  })
})
