import { randomUUID } from 'node:crypto'
import type { BrowserContext, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { pageCookie } from '../../page-cookie.js'
import { useDemo } from '../demo.js'
import { openHostPage } from './host-page.js'

const visit = useDemo({ https: true })

const SHARED = `{ cookieDomain: '.brand.localhost' }`
const someone = () => `${randomUUID()}@example.com`
const pageCopies = async (context: BrowserContext) =>
  (await context.cookies())
    .filter(({ name }) => name.includes('page_token'))
    .map(({ name, domain }) => `${name} @ ${domain}`)
const idOf = async (host: { call<T>(name: string): Promise<T> }) => (await host.call<{ id: string }>('profile.get')).id

describe('a site that changes the option cookieDomain between two deployments', () => {
  test('to the whole site keeps its consumer, and a logout leaves nothing', async () => {
    const { page, context } = await visit.newVisitor()
    const before = await openHostPage(page, visit.demo)
    await before.call('identify', { email: someone() })
    const id = await idOf(before)
    const after = await openHostPage(page, visit.demo, { options: SHARED })
    expect(await after.consumer()).toMatchObject({ level: 'identified', identity_id: id })
    expect(await idOf(after)).toBe(id)
    expect(await pageCopies(context)).toEqual([
      `${pageCookie(visit.demo.origins.program, { isShared: true })} @ .brand.localhost`,
    ])
    await after.call('logout')
    expect(await after.consumer()).toMatchObject({ level: 'anonymous' })
    expect(await context.cookies()).toEqual([])
  })

  test.each([
    ['to the whole site', '{}', SHARED],
    ['to one host', SHARED, '{}'],
  ])('%s can make calls, and its consumer can log out', async (_, first, second) => {
    const { page, context } = await visit.newVisitor()
    const before = await openHostPage(page, visit.demo, { options: first })
    await before.call('identify', { email: someone() })
    // The token that the first deployment has kept dies meanwhile.
    await before.call('logout')
    await before.call('identify', { email: someone() })
    const after = await openHostPage(page, visit.demo, { options: second })
    expect(await after.call('track', 'product_viewed')).toHaveProperty('event_id')
    await after.call('identify', { email: someone() })
    const id = await idOf(after)
    await after.call('logout')
    expect(await context.cookies()).toEqual([])
    expect(await after.consumer()).toMatchObject({ level: 'anonymous' })
    await after.call('zone', 'share_experience')
    expect(await idOf(after)).not.toBe(id)
    expect((await after.told()).errors).toEqual([])
  })

  test.each([
    ['to the whole site', '', `cookieDomain: '.brand.localhost'`],
    ['to one host', `cookieDomain: '.brand.localhost'`, ''],
  ])('%s deletes the earlier cookie, too, when consent is denied', async (_, first, second) => {
    const { page, context } = await visit.newVisitor()
    const before = await openHostPage(page, visit.demo, { options: `{ ${first} }` })
    await before.call('zone', 'share_experience')
    expect(await pageCopies(context)).toHaveLength(1)
    await openHostPage(page, visit.demo, { options: `{ consent: 'denied', ${second} }` })
    expect(await pageCopies(context)).toEqual([])
  })
})

describe('a cookie planted by a sibling subdomain', () => {
  /** A page of another host of the site, which writes what it may. */
  async function plant(page: Page, cookies: string[]) {
    const { port } = new URL(visit.demo.origins.shop)
    const origin = `https://mallory.brand.localhost:${port}`
    await page.route(`${origin}/`, route => route.fulfill({ contentType: 'text/html', body: '<!doctype html>' }))
    await page.goto(`${origin}/`)
    await page.evaluate(cookies => {
      // biome-ignore lint/suspicious/noDocumentCookie: the attacker's page writes as an attacker would.
      for (const cookie of cookies) document.cookie = `${cookie}; Domain=.brand.localhost; Path=/; Max-Age=9999; Secure`
    }, cookies)
  }
  const names = () => {
    const { program } = visit.demo.origins
    return [pageCookie(program, { isShared: true }), pageCookie(program)]
  }
  /** A live token of the one who attacks. */
  async function tokenOfMallory() {
    const { page, context } = await visit.newVisitor()
    const host = await openHostPage(page, visit.demo)
    await host.call('identify', { email: someone() })
    const { value } = (await context.cookies()).find(({ name }) => name.includes('page_token'))!
    return { value, id: await idOf(host) }
  }

  test('does not log the visitor in as another person, and a logout removes it', async () => {
    const mallory = await tokenOfMallory()
    const { page, context } = await visit.newVisitor()
    await plant(
      page,
      names().map(name => `${name}=${mallory.value}`),
    )
    const host = await openHostPage(page, visit.demo)
    expect(await host.consumer()).toMatchObject({ level: 'anonymous', identity_id: null })
    expect(await idOf(host)).not.toBe(mallory.id)
    await host.call('identify', { email: someone() })
    await host.call('logout')
    expect(await host.consumer()).toMatchObject({ level: 'anonymous' })
    expect(await context.cookies()).toEqual([])
  })

  test.each([
    ['{}', 'dead|1|0|0'],
    ['{}', '%ZZ'],
    [SHARED, 'dead|1|0|0'],
    [SHARED, 'dead|1|0|0||UPDATE_PROFILE'],
    [SHARED, '%ZZ'],
  ])('breaks no page, and creates no new consumer each time (%s, %s)', async (options, text) => {
    const { page } = await visit.newVisitor()
    // Where the platform's own cookie is not sent, the page's copy alone says who this is.
    const settings = { options: options.replace('{', `{ carrier: 'header',`) }
    await plant(
      page,
      names().map(name => `${name}=${text}`),
    )
    const ids = []
    for (let visits = 2; visits--; ) {
      const host = await openHostPage(page, visit.demo, settings)
      expect(await host.call('track', 'product_viewed')).toHaveProperty('event_id')
      ids.push(await idOf(host))
      expect((await host.told()).errors).toEqual([])
    }
    expect(ids[1]).toBe(ids[0])
  })

  test('for another path is ignored, and does not change the consumer', async () => {
    const { page, context } = await visit.newVisitor()
    const { shop, program } = visit.demo.origins
    const host = await openHostPage(page, visit.demo, { options: SHARED })
    await host.call('identify', { email: someone() })
    const mallory = await tokenOfMallory()
    const name = pageCookie(program, { isShared: true })
    await context.addCookies([{ name, value: mallory.value, domain: '.brand.localhost', path: '/host', secure: true }])
    const next = await openHostPage(page, visit.demo, { options: SHARED, origin: shop })
    expect(await idOf(next)).not.toBe(mallory.id)
    await next.call('logout')
    expect(await context.cookies()).toEqual([])
  })
})

describe('two programs of one page', () => {
  test.each(['header', 'cookie'])('never get each other’s token (%s)', async carrier => {
    const { page, context } = await visit.newVisitor()
    const { shop, program } = visit.demo.origins
    const other = `${program}/other`
    const sent: string[] = []
    await context.route(`${other}/**`, async route => {
      const request = route.request()
      sent.push(JSON.stringify([request.url(), await request.allHeaders(), request.postData()]))
      await route.fulfill({
        headers: {
          'access-control-allow-origin': shop,
          'access-control-allow-credentials': 'true',
          'access-control-allow-headers': 'authorization, content-type',
          'access-control-expose-headers': 'x-svc-token',
          'x-svc-token': 'token-of-the-other-program',
        },
        body: '{"id":"e-1","event_id":"e-1","data":{}}',
        contentType: 'application/json',
      })
    })
    const before = `window.connectTo = options => import('/sdk/index.js').then(sdk => { window.other = sdk.createRewards(options) })`
    const options = `{ carrier: '${carrier}' }`
    const host = await openHostPage(page, visit.demo, { options, before })
    await host.call('identify', { email: someone() })
    const start = visit.demo.requests.length
    await page.evaluate(options => Reflect.get(globalThis, 'connectTo')(options), { domain: other, carrier: 'header' })
    await page.evaluate(async () => {
      const rewards = Reflect.get(globalThis, 'other')
      await rewards.zone('terms')
      await rewards.track('product_viewed')
    })
    expect(await page.evaluate(() => Reflect.get(globalThis, 'other').consumer.level)).toBe('anonymous')
    await host.call('zone', 'share_experience')
    expect(await host.consumer()).toMatchObject({ level: 'identified' })

    const copies = (await context.cookies()).filter(({ name }) => name.includes('page_token'))
    expect(copies.map(({ name }) => name).sort()).toEqual([pageCookie(program), pageCookie(other)].sort())
    const mine = decodeURIComponent(copies.find(({ name }) => name === pageCookie(program))!.value).split('|')[0]!
    expect(sent.length).toBeGreaterThan(1)
    expect(sent.filter(text => text.includes(mine))).toEqual([])
    const received = visit.demo.requests.slice(start).map(({ url, headers }) => url + JSON.stringify([...headers]))
    expect(received.filter(text => text.includes('token-of-the-other-program'))).toEqual([])

    // Another page, of the other program alone.
    const next = await openHostPage(page, visit.demo, { options: `{ domain: '${other}', carrier: 'header' }` })
    await next.call('zone', 'terms')
    expect(await next.consumer()).toMatchObject({ level: 'anonymous' })
    expect(sent.filter(text => text.includes(mine))).toEqual([])
  })
})
