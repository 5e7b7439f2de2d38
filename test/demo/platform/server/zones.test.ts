import { describe, expect, test } from 'vitest'
import { demo } from '../../../../demo/platform/index.js'
import { type Call, codeOf, server, usePlatform } from '../use-platform.js'

const visit = usePlatform()
const send = (path: string, call: Call = {}) => visit.send(server + path, { token: demo.serverToken, ...call })
const eventOf = async (response: Response) => {
  const [event] = await visit.rows('select person_id, event_name, data, event_time from events where event_id = $1', [
    response.headers.get('X-Svc-Input-Event-Id'),
  ])
  return event
}

describe('GET of a zone', () => {
  test('returns the creative for everybody and records no event', async () => {
    const events = async () => (await visit.rows('select 1 from events')).length
    const before = await events()
    const response = await send('/v5/zones/share_experience')
    expect(response.status).toBe(200)
    expect(response.headers.get('Content-Type')).toBe('application/json')
    expect(response.headers.get('X-Svc-Campaign')).toBe(demo.campaignId)
    expect(response.headers.has('X-Svc-Input-Event-Id')).toBe(false)
    expect(await response.json()).toMatchObject({ headline: 'Give 20, get 20', shareable: null })
    expect(await events()).toBe(before)
  })

  test.each([
    ['terms', 'text/plain; charset=utf-8', /^One reward/],
    ['global_footer', 'text/html; charset=utf-8', /^<style>/],
    ['mobile_bootstrap', 'text/javascript; charset=utf-8', /^document/],
  ])('returns %s as %s', async (zone, type, content) => {
    const response = await send(`/v5/zones/${zone}`)
    expect(response.headers.get('Content-Type')).toBe(type)
    expect(await response.text()).toMatch(content)
  })

  test.each([
    'email=ada@example.com',
    'partner_user_id=cust-1815',
    'person_id=ada-lovelace',
    'event_time=2026-05-01T00:00:00Z',
    'first_name=Ada',
    'last_name=Lovelace',
    'data=x',
    'labels=garden-club',
    'locale=fr',
    'container=test',
    'level=verified',
    'preview_key=x',
    'jwt=x',
    'email=',
  ])('rejects ?%s', async query => {
    const response = await send(`/v5/zones/terms?${query}`)
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({
      code: 'invalid_parameter',
      parameters: { name: query.split('=')[0] },
    })
  })

  test('is for everybody, and ignores unknown parameters, although other creatives come first', async () => {
    const creatives = [
      { when: { data: { colour: 'green' } }, content: { for: 'green' } },
      { when: { level: ['identified', 'verified'] }, content: { for: 'known' } },
      { content: { for: 'all' } },
    ]
    const json = { message: '', publish: true, zones: { coloured: { creatives } } }
    expect((await send(`/v2/campaigns/${demo.campaignId}/versions`, { json })).status).toBe(200)
    const response = await send('/v5/zones/coloured?colour=green')
    expect([response.status, await response.json()]).toEqual([200, { for: 'all' }])
  })
})

describe.each<[string, (zone: string, data: object) => [string, Call]]>([
  ['POST /v5/zones/{zone_name}', (zone, data) => [`/v5/zones/${zone}`, { json: data }]],
  ['POST /v6/zones', (zone, data) => ['/v6/zones', { json: { event_name: zone, data } }]],
])('%s', (_, call) => {
  const render = (zone: string, data: object) => send(...call(zone, data))

  test.each([
    ['email', { email: 'ada@example.com' }],
    ['partner_user_id', { partner_user_id: demo.ada.partner_user_id }],
    ['person_id', { person_id: 'ada-lovelace' }],
  ])('renders for the person of its %s', async (_key, data) => {
    const response = await render('share_experience', data)
    expect((await response.json()).shareable.code).toBe(demo.ada.code)
    expect(await eventOf(response)).toMatchObject({ person_id: 'ada-lovelace', event_name: 'share_experience', data })
  })

  test('creates an unknown person', async () => {
    const response = await render('terms', { email: 'fresh@example.com' })
    const [person] = await visit.rows(`select person_id from persons where email = 'fresh@example.com'`)
    expect(await eventOf(response)).toMatchObject(person!)
  })

  test('completes the profile of a person', async () => {
    const email = `known-${call('terms', {})[0].length}@example.com`
    await visit.identified(email)
    await render('terms', { email, first_name: 'Kim' })
    expect(await visit.rows('select first_name from persons where email = $1', [email])).toEqual([
      { first_name: 'Kim' },
    ])
  })

  test('completes the profile of a person who is named by their id', async () => {
    await visit.identified('kay@example.com')
    const [person] = await visit.rows(`select person_id from persons where email = 'kay@example.com'`)
    await render('terms', { ...person, first_name: 'Kay', partner_user_id: 'kay-1', email: 'other@example.com' })
    const select = 'select email, partner_user_id, first_name from persons where person_id = $1'
    expect(await visit.rows(select, [person!.person_id])).toEqual([
      { email: 'kay@example.com', partner_user_id: 'kay-1', first_name: 'Kay' },
    ])
  })

  test('creates nobody if it shows nothing', async () => {
    await render('no_such_zone', { email: 'nobody@example.com' })
    expect(await visit.rows(`select 1 from persons where email = 'nobody@example.com'`)).toEqual([])
  })

  test.each([
    ['email', { email: 'ada@example.com' }],
    ['person_id', { person_id: 'ada-lovelace' }],
  ])('records the request of a person who exists also if it shows nothing: by %s', async (_, data) => {
    const names = () =>
      visit.rows(`select event_name from events where event_name = 'gone' and person_id = 'ada-lovelace'`)
    const before = await names()
    expect((await render('gone', data)).status).toBe(400)
    expect(await names()).toHaveLength(before.length + 1)
  })

  test('stores the time of the request', async () => {
    const data = { email: 'ada@example.com', event_time: '2026-04-01T10:00:00+02:00' }
    expect(await eventOf(await render('terms', data))).toMatchObject({ event_time: new Date('2026-04-01T08:00:00Z') })
  })

  test('uses the other keys for targeting, with and without a person', async () => {
    const text = async (data: object) => (await render('terms', data)).text()
    expect(await text({ locale: 'fr' })).toMatch(/^Une récompense/)
    expect(await text({ locale: 'fr', person_id: 'ada-lovelace' })).toMatch(/^Une récompense/)
  })

  test('records nothing for targeting without a person', async () => {
    const rows = () => visit.rows('select event_id as id from events union all select person_id from persons')
    const before = await rows()
    const response = await render('terms', { locale: 'fr' })
    expect([response.status, response.headers.has('X-Svc-Input-Event-Id')]).toEqual([200, false])
    expect(await rows()).toEqual(before)
  })

  test('shows a named person what a verified consumer sees', async () => {
    expect(await (await render('welcome_offer', { email: 'ada@example.com' })).json()).toMatchObject({
      reveal: 'always',
    })
    expect(await (await render('welcome_offer', {})).json()).toMatchObject({ reveal: 'email' })
    const { items } = await (await render('my_account', { email: 'ada@example.com' })).json()
    expect(items.map(({ widget }: { widget: string }) => widget)).toContain('rewards')
  })

  test.each([
    [400, 'no_creative', 'no_such_zone', {}, { name: 'no_such_zone' }],
    [400, 'invalid_zone_name', 'a.b', {}, { name: 'a.b' }],
    [400, 'invalid_parameter', 'terms', { event_time: 'yesterday' }, { name: 'event_time' }],
    [400, 'invalid_parameter', 'terms', { partner_conversion_id: 'x'.repeat(39) }, { name: 'partner_conversion_id' }],
    [403, 'person_not_found', 'terms', { person_id: 'none' }, { person_id: 'none' }],
    [403, 'invalid_email', 'terms', { email: 'x' }, { email: 'x' }],
  ])('is rejected with %i %s, which names the value', async (status, code, zone, data, parameters) => {
    const response = await render(zone, data)
    expect([response.status, await response.json()]).toMatchObject([status, { code, parameters }])
  })
})

test.each<[number, string, string, Call]>([
  [400, 'missing_zone_name', '/v6/zones', { json: { data: {} } }],
  [400, 'missing_request_body', '/v6/zones', { method: 'POST' }],
  [400, 'invalid_json', '/v5/zones/terms', { text: '{', headers: { 'Content-Type': 'application/json' } }],
  [415, 'unsupported_media_type', '/v5/zones/terms', { form: { locale: 'fr' } }],
  [400, 'no_creative', '/v5/zones/no_such_zone', {}],
  [400, 'invalid_zone_name', '/v5/zones/a.b', {}],
  [405, 'method_not_allowed', '/v5/zones/terms', { method: 'PUT' }],
])('responds with %i %s to %s', async (status, code, path, call) => {
  const response = await send(path, call)
  expect([response.status, await codeOf(response)]).toEqual([status, code])
})

test.each<[number, string, Call]>([
  [403, 'missing_access_token', { json: {} }],
  [401, 'invalid_access_token', { json: {}, token: 'unknown' }],
])('responds with %i %s without a valid token', async (status, code, call) => {
  const response = await visit.send(`${server}/v5/zones/terms`, call)
  expect([response.status, await codeOf(response)]).toEqual([status, code])
})

test('rejects a consumer token', async () => {
  const response = await send('/v5/zones/terms', { token: await visit.anonymous() })
  expect([response.status, await codeOf(response)]).toEqual([403, 'access_denied'])
})

test('getting a zone requires any token, rendering it for a person requires write access', async () => {
  const json = { scopes: ['USER_SUPPORT'] }
  const { access_token: token } = await (await send('/v4/tokens', { json })).json()
  expect((await send('/v5/zones/terms', { token })).status).toBe(200)
  expect(await codeOf(await send('/v5/zones/terms', { token, json: {} }))).toBe('scopes_denied')
})
