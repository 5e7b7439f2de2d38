import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { demo } from '../../../../../demo/platform/index.js'
import { otherSite, program, shop, tokenIn, usePlatform } from '../../use-platform.js'

const visit = usePlatform()
const { send } = visit
const follow = (code: string, call = {}) => send(`/s/${code}`, { headers: { 'Sec-Fetch-Mode': 'navigate' }, ...call })
const landing = (response: Response) => new URL(response.headers.get('Location')!)
const clicks = (code: string) => visit.rows('select person_id, partner_share_id from clicks where code = $1', [code])

async function linkTo(url: string, email = 'ada@example.com'): Promise<string> {
  const json = { key: crypto.randomUUID(), content: { url } }
  return (await (await send('/v6/me/shareables', { token: await visit.identified(email), json })).json()).code
}

describe('a share link', () => {
  test('redirects to the landing page of the program, with UTM parameters', async () => {
    const response = await follow(demo.ada.code)
    expect(response.status).toBe(302)
    expect(landing(response).href).toBe(
      `${shop}/?utm_source=referral&utm_medium=share_link&utm_campaign=${demo.campaignId}&access_token=${tokenIn(response)}`,
    )
  })

  test('redirects to the page of the shareable and keeps its query', async () => {
    const { pathname, searchParams } = landing(await follow(await linkTo(`${shop}/roses?size=2&utm_source=mine#care`)))
    expect(pathname).toBe('/roses')
    expect(Object.fromEntries(searchParams)).toMatchObject({ size: '2', utm_source: 'mine', utm_medium: 'share_link' })
  })

  test('gives the friend a token in the program’s cookie', async () => {
    const response = await follow(demo.ada.code)
    expect(response.headers.get('Set-Cookie')).toMatch(
      new RegExp(`^svc_token=${tokenIn(response)}; Max-Age=\\d+; Path=/; HttpOnly; Secure; SameSite=Lax$`),
    )
  })

  test('sets a first-party cookie for whoever follows it from another site, and a partitioned one in a frame', async () => {
    const from = async (headers: Record<string, string>) =>
      /SameSite=.*$/.exec((await send(`/s/${demo.ada.code}`, { headers })).headers.get('Set-Cookie')!)![0]
    const Referer = 'https://blog.example/'
    expect(await from({ 'Sec-Fetch-Mode': 'navigate', Referer })).toBe('SameSite=Lax')
    const framed: Record<string, string>[] = [{ Referer }, { Origin: 'null' }, { Origin: 'no-address' }]
    for (const headers of framed) expect(await from(headers)).toBe('SameSite=None; Partitioned')
  })

  test('keeps the token of an anonymous consumer on a page of another site', async () => {
    const cookie = await visit.anonymous()
    const response = await follow(await linkTo(`${otherSite}/roses`), { cookie })
    expect([tokenIn(response), landing(response).searchParams.get('access_token')]).toEqual([cookie, cookie])
  })

  test('adds the token to the URL of a page on another host, which may use a reverse proxy', async () => {
    for (const host of [otherSite, shop]) {
      const response = await follow(await linkTo(`${host}/roses`))
      expect(landing(response).searchParams.get('access_token')).toBe(tokenIn(response))
    }
  })

  test('adds no token to the URL of a page on the program’s host', async () => {
    const otherPort = `${program}:8443`
    await visit.rows('insert into allowed_origins (client_id, origin, created_at) values ($1, $2, now())', [
      ...[demo.clientId, otherPort],
    ])
    for (const origin of [program, otherPort]) {
      const url = landing(await follow(await linkTo(`${origin}/docs`)))
      expect([url.origin, url.searchParams.has('access_token')]).toEqual([origin, false])
    }
    await visit.rows('delete from allowed_origins')
  })

  test('adds no token of a known person to the URL of a page of the same site', async () => {
    const cookie = await visit.identified('grace@example.com')
    const response = await follow(await linkTo(`${shop}/lilies`), { cookie })
    expect(landing(response).searchParams.has('access_token')).toBe(false)
  })

  test('never adds the token of a known person to the URL', async () => {
    const cookie = await visit.verified('grace@example.com')
    const response = await follow(await linkTo(`${otherSite}/roses`), { cookie })
    const carried = landing(response).searchParams.get('access_token')!
    expect((await (await send('/v5/token', { token: carried })).json()).scopes).toEqual(['LOCAL_PROFILE'])
    expect(response.headers.has('Set-Cookie')).toBe(false)
  })

  test('records the click for the consumer of the browser, with its share', async () => {
    const code = await linkTo(`${shop}/tulips`)
    const cookie = await visit.identified('grace@example.com')
    const response = await follow(`${code}?partner_share_id=share-1`, { cookie })
    expect(tokenIn(response)).toBe(cookie)
    expect(await clicks(code)).toEqual([{ person_id: 'grace-hopper', partner_share_id: 'share-1' }])
  })

  test('replaces an invalid cookie', async () => {
    const response = await follow(demo.ada.code, { cookie: 'dead' })
    expect(response.headers.get('Set-Cookie')).toContain(`svc_token=${tokenIn(response)};`)
  })

  test.each(['/', '/roses', '//'])('works with %s behind its code, as some programs send it', async rest => {
    const code = await linkTo(`${shop}/lilies`)
    expect(landing(await follow(code + rest)).pathname).toBe('/lilies')
    expect(await clicks(code)).toHaveLength(1)
  })

  test('with an unknown code leads to the shop', async () => {
    expect(landing(await follow('nobodys')).href).toBe(`${shop}/`)
  })

  test.each(['/s', '/s/'])('without a code leads to the shop: %s', async path => {
    const response = await send(path)
    expect([response.status, response.headers.get('Location'), tokenIn(response)]).toEqual([302, `${shop}/`, null])
  })

  test('does not count a HEAD request as a click', async () => {
    const code = await linkTo(`${shop}/pinks`)
    expect((await follow(code, { method: 'HEAD' })).status).toBe(302)
    expect(await clicks(code)).toEqual([])
  })

  test('is the link that a zone contains', async () => {
    const { shareable } = await (await send('/zones/share_experience', { json: {} })).json()
    expect((await send(shareable.link.replace(program, ''))).status).toBe(302)
  })
})

describe('a share link always leads to the shop, and leaves the cookie alone', () => {
  test('if the account of a verified consumer is unpaid', async () => {
    const cookie = await visit.verified('paul@example.com')
    await visit.rows('update clients set paid = false')
    const responses = [await follow(demo.ada.code, { cookie }), await follow(demo.ada.code)]
    await visit.rows('update clients set paid = true')
    for (const response of responses) {
      expect([response.status, landing(response).href]).toEqual([302, `${shop}/`])
      expect(response.headers.has('Set-Cookie')).toBe(false)
    }
    expect((await send('/v4/me', { token: cookie })).status).toBe(200)
  })

  test('if a page without an origin sends a living cookie', async () => {
    const cookie = await visit.verified('paul@example.com')
    const response = await follow(demo.ada.code, { cookie, origin: 'null' })
    expect([response.status, landing(response).href, response.headers.has('Set-Cookie')]).toEqual([
      ...[302, `${shop}/`, false],
    ])
  })

  test.each([
    ['has a character that', '%00'],
    ['is so long that it', randomBytes(6_000).toString('base64url')],
  ])('if its share id %s cannot be stored, and the click is recorded without it', async (_, id) => {
    const code = await linkTo(`${shop}/irises`)
    const response = await follow(`${code}?partner_share_id=${id}`)
    expect([response.status, landing(response).pathname]).toEqual([302, '/irises'])
    expect(await clicks(code)).toMatchObject([{ partner_share_id: null }])
  })

  test('if its code cannot be stored', async () => {
    const response = await follow('%00')
    expect([response.status, landing(response).href]).toEqual([302, `${shop}/`])
  })

  test('if its page is no longer allowed, without a token', async () => {
    const code = await linkTo(`${shop}/violets`)
    await visit.rows(`update shareables set content = '{"url":"https://removed.example/violets"}' where code = $1`, [
      code,
    ])
    const url = landing(await follow(code))
    expect([url.origin, url.pathname, url.searchParams.has('access_token')]).toEqual([shop, '/', false])
  })

  test('if the cookie is one of another client, alive or dead, and makes no consumer', async () => {
    const code = await linkTo(`${otherSite}/roses`)
    const json = { client_id: demo.sandbox.clientId, email: 'sam@example.com' }
    const { access_token } = await (await send('/v5/token', { json })).json()
    const facts = async () =>
      (await visit.rows(`select (select count(*) from persons) as persons, (select count(*) from clicks) as clicks`))[0]
    const before = await facts()
    const open = async () => {
      const response = await follow(code, { cookie: access_token })
      expect([landing(response).href, response.headers.has('Set-Cookie')]).toEqual([`${shop}/`, false])
      expect(await facts()).toEqual(before)
    }
    await open()
    const refused = `select 1 from refusals where kind = 'CLICK' and subject = $1`
    expect(await visit.rows(refused, [code])).toHaveLength(1)
    await send('/v5/token', { method: 'DELETE', token: access_token })
    await open()
  })

  test('and HEAD makes no consumer, no token and no cookie', async () => {
    const count = async () =>
      (await visit.rows('select (select count(*) from persons) as p, (select count(*) from tokens) as t'))[0]
    const before = await count()
    const response = await follow(demo.ada.code, { method: 'HEAD' })
    expect(response.status).toBe(302)
    expect(landing(response).searchParams.has('access_token')).toBe(false)
    expect(response.headers.has('Set-Cookie')).toBe(false)
    expect(await count()).toEqual(before)
  })
})
