import { describe, expect, test } from 'vitest'
import { demo } from '../../../../demo/platform/index.js'
import { tokenIn, usePlatform } from '../use-platform.js'

const visit = usePlatform()
const ask = (value: string | null) => visit.rows('update clients set cookie_consent = $1', [value])
const zone = (call = {}) => visit.send('/zones', { method: 'POST', origin: 'https://shop.brand.localhost', ...call })

describe.each<[string | null, string | null, boolean]>([
  [null, null, true],
  ['granted', 'granted', true],
  ['denied', 'denied', false],
  ['unset', 'unset', false],
])('a program whose cookie consent is %s', (setting, header, keeps) => {
  test(`responds with ${header ?? 'no consent header'}, and ${keeps ? 'sets' : 'does not set'} the cookie`, async () => {
    await ask(setting)
    const response = await zone()
    expect(response.headers.get('X-Svc-Cookie-Consent')).toBe(header)
    expect(response.headers.has('Set-Cookie')).toBe(keeps)
    expect(tokenIn(response)).toBeTruthy()
    const again = await zone({ cookie: tokenIn(response) })
    expect(again.headers.get('Set-Cookie')).toEqual(keeps ? null : expect.stringMatching(/^svc_token=; Max-Age=0;/))
    const opened = await visit.send(`/s/${demo.ada.code}`)
    expect(opened.headers.has('Set-Cookie')).toBe(keeps)
    const event = await visit.send('/events', { json: { event_name: 'seen' } })
    expect((await event.json()).cookie_consent).toBe(header ?? 'granted')
  })

  test('uses the consent of the consumer before its own default', async () => {
    await ask(setting)
    const undecided = await visit.send('/v4/me', { token: await visit.verified('grace@example.com') })
    expect(undecided.headers.get('X-Svc-Cookie-Consent')).toBe(header)
    const token = await visit.verified('ada@example.com')
    for (const own of ['granted', 'denied']) {
      const changed = await visit.send('/v4/me', { token, json: { cookie_consent: own } })
      expect(changed.headers.get('X-Svc-Cookie-Consent')).toBe(own)
      expect((await zone({ token })).headers.get('X-Svc-Cookie-Consent')).toBe(own)
    }
  })
})

test('the cookie is removed when consent is withdrawn', async () => {
  await ask(null)
  const token = tokenIn(await zone())
  await ask('denied')
  const response = await zone({ cookie: token })
  expect(response.headers.get('Set-Cookie')).toMatch(/^svc_token=; Max-Age=0;/)
})

test('whoever only names a person learns nothing about their consent', async () => {
  await ask(null)
  const email = 'private@example.com'
  await visit.send('/v4/me', { token: await visit.verified(email), json: { cookie_consent: 'denied' } })
  const token = await visit.identified(email)
  const event = { event_name: 'seen', data: { email } }
  const { code } = await (await visit.send('/v6/me/shareables/get-or-create', { token, json: {} })).json()
  for (const response of [
    await zone({ token }),
    await zone({ token, json: event }),
    await visit.send('/events', { token, json: event }),
    await visit.send('/events', { json: event }),
    await visit.send(`/s/${code}`, { cookie: token }),
  ])
    expect(response.headers.get('X-Svc-Cookie-Consent')).toBeNull()
  expect((await zone({ token: await visit.verified(email) })).headers.get('X-Svc-Cookie-Consent')).toBe('denied')
})

test('a consumer’s own consent counts also if their client has no campaign', async () => {
  await ask(null)
  const cookie = await visit.verified('eve@example.com')
  await visit.send('/v4/me', { token: cookie, json: { cookie_consent: 'denied' } })
  await visit.rows(`insert into clients (client_id, account, name) values ('other', 'other', 'Another account')`)
  const give = (from: string, to: string) =>
    visit.rows('update programs set client_id = $2 where client_id = $1', [from, to])
  await give(demo.clientId, 'other')
  const response = await zone({ cookie })
  await give('other', demo.clientId)
  expect(response.headers.get('X-Svc-Cookie-Consent')).toBe('denied')
  expect(response.headers.get('Set-Cookie')).toMatch(/^svc_token=; Max-Age=0;/)
})
