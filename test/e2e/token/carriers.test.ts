import { randomUUID } from 'node:crypto'
import { Hono } from 'hono'
import { proxy } from 'hono/proxy'
import type { BrowserContext, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { certificateFor } from '../../../demo/certificate.js'
import { serve } from '../../../demo/platform/serve.js'
import { pageCookie } from '../../page-cookie.js'
import { launchPersistent } from '../../persistent-chromium.js'
import { PROGRAM, startPlatform } from '../../start-platform.js'
import { openBarePage } from '../bare-page.js'
import { useDemo } from '../demo.js'
import { callsSince } from './calls.js'
import { openHostPage } from './host-page.js'

const visit = useDemo({ https: true })

/** The requests since, to the program domain's calls. */
const since = (start: number) =>
  visit.demo.requests
    .slice(start)
    .filter(({ url }) => url.startsWith(visit.demo.origins.program) && !url.endsWith('.js'))

const cookiesOf = async (context: BrowserContext) =>
  (await context.cookies()).map(({ name, domain }) => `${name} @ ${domain}`).sort()

const setter = `window.written = []
  const { get, set } = Object.getOwnPropertyDescriptor(Document.prototype, 'cookie')
  Object.defineProperty(document, 'cookie', { get: () => get.call(document), set(text) { written.push(text); set.call(document, text) } })`

describe('the token travels', () => {
  test('by cookie between hosts of one site: no header, so no preflight', async () => {
    const { page, context, complaints } = await visit.newVisitor()
    const host = await openHostPage(page, visit.demo, { before: setter })
    await host.call('zone', 'share_experience')
    const start = visit.demo.requests.length
    await host.call('zone', 'share_experience')
    await host.call('track', 'product_viewed')
    expect(since(start).map(({ method, url }) => `${method} ${new URL(url).pathname}`)).toEqual([
      'POST /zones',
      'POST /events',
    ])
    for (const { headers } of since(start)) {
      expect(headers.get('cookie')).toMatch(/^svc_token=\S+$/)
      expect(headers.has('authorization')).toBe(false)
    }
    expect(await cookiesOf(context)).toEqual([
      `${pageCookie(visit.demo.origins.program)} @ shop.brand.localhost`,
      'svc_token @ share.brand.localhost',
    ])
    // Whether it is one site was asked of the browser, which keeps nothing of the question.
    const probes = await page.evaluate(() =>
      Reflect.get(globalThis, 'written').filter((text: string) => text.startsWith('_=')),
    )
    expect(probes.length).toBeGreaterThan(0)
    for (const probe of probes) expect(probe).toMatch(/^_=;/)
    expect(complaints).toEqual([])
  })

  test('by header to another site, without a cookie of the program', async () => {
    const { page, context, complaints } = await visit.newVisitor()
    const host = await openHostPage(page, visit.demo, { origin: visit.demo.origins.otherShop })
    const start = visit.demo.requests.length
    await host.call('zone', 'share_experience')
    await host.call('zone', 'share_experience')
    await host.call('track', 'product_viewed')
    expect(callsSince(visit.demo, start)).toEqual(['POST /zones', 'POST /api/v6/zones', 'POST /api/v6/events'])
    expect(since(start).some(({ headers }) => headers.has('cookie'))).toBe(false)
    expect(await cookiesOf(context)).toEqual([`${pageCookie(visit.demo.origins.program)} @ localhost`])
    expect(complaints).toEqual([])
  })

  test('in the query of every call if the page says so, and nowhere else', async () => {
    const { page } = await visit.newVisitor()
    const host = await openHostPage(page, visit.demo, { options: `{ carrier: 'query' }` })
    await host.call('zone', 'share_experience')
    const start = visit.demo.requests.length
    await host.call('zone', 'share_experience')
    await host.call('track', 'product_viewed')
    await host.call('identify', { email: `${randomUUID()}@example.com` })
    await host.call('shareables.list')
    expect(since(start).length).toBeGreaterThanOrEqual(4)
    for (const { method, url, headers } of since(start)) {
      expect(new URL(url).searchParams.get('access_token'), url).toMatch(/^\S{20,}$/)
      expect([headers.has('authorization'), headers.has('cookie')], method).toEqual([false, false])
    }
    expect(await host.consumer()).toMatchObject({ level: 'identified' })
  })

  test('as the script tag says', async () => {
    const { page, context } = await visit.newVisitor()
    await openBarePage(page, visit.demo, { attributes: 'data-carrier="header"' })
    await page.waitForFunction(() => typeof Reflect.get(globalThis, 'rewards')?.zone === 'function')
    const start = visit.demo.requests.length
    await page.evaluate(async () => {
      const rewards = Reflect.get(globalThis, 'rewards')
      await rewards.zone('share_experience')
      await rewards.zone('share_experience')
    })
    expect(callsSince(visit.demo, start)).toEqual(['POST /zones', 'POST /api/v6/zones'])
    expect(await cookiesOf(context)).toEqual([`${pageCookie(visit.demo.origins.program)} @ shop.brand.localhost`])
  })

  test('by header to another site in a browser that blocks third-party cookies', async () => {
    const { origins } = visit.demo
    const stranger = { name: 'stranger', value: '1', url: origins.program, sameSite: 'None' as const, secure: true }
    /** What of the program's cookies a page of another site sends. */
    const sent = async (page: Page) => {
      const start = visit.demo.requests.length
      await page.evaluate(
        url => fetch(url, { method: 'POST', credentials: 'include', body: '{}' }),
        `${origins.program}/zones`,
      )
      return since(start)[0]?.headers.get('cookie') ?? ''
    }
    await withThirdPartyCookies(true, async context => {
      const page = await context.newPage()
      await context.addCookies([stranger])
      await openHostPage(page, visit.demo, { origin: origins.otherShop })
      expect(await sent(page)).toContain('stranger=1')
    })
    await withThirdPartyCookies(false, async context => {
      const page = await context.newPage()
      await context.addCookies([stranger])
      const host = await openHostPage(page, visit.demo, { origin: origins.otherShop })
      expect(await sent(page)).not.toContain('stranger=1')
      await host.call('zone', 'share_experience')
      const mine = await host.call('profile.get')
      await page.reload()
      await page.waitForFunction(() => 'rewards' in globalThis)
      await host.call('zone', 'share_experience')
      expect(await host.call('profile.get')).toEqual(mine)
    })
  })
})

test('a reverse proxy on the page’s own origin is the program domain: both cookies belong to the page’s host', async () => {
  const proxied = await startProxiedShop()
  const { page, context, complaints } = await visit.newVisitor()
  const host = await openHostPage(page, visit.demo, { origin: proxied.origin, options: `{ domain: '/rewards' }` })
  await host.call('zone', 'share_experience')
  expect(await cookiesOf(context)).toEqual([
    `${pageCookie(`${proxied.origin}/rewards`)} @ shop.brand.localhost`,
    'svc_token @ shop.brand.localhost',
  ])
  const email = `${randomUUID()}@example.com`
  await host.call('identify', { email })
  const mine = await host.call<{ id: string }>('profile.get')
  await page.reload()
  await page.waitForFunction(() => 'rewards' in globalThis)
  expect(await host.consumer()).toMatchObject({ level: 'identified' })
  await host.call('zone', 'share_experience')
  expect(await host.call('profile.get')).toMatchObject({ id: mine.id })
  await host.call('logout')
  expect(await context.cookies()).toEqual([])
  expect(complaints).toEqual([])
  await proxied.close()
})

test('a token and its replacement live no longer than the option tokenDuration says', async () => {
  const { page } = await visit.newVisitor()
  const host = await openHostPage(page, visit.demo, { options: '{ tokenDuration: 3600 }' })
  await host.call('zone', 'share_experience')
  await host.call('identify', { email: `${randomUUID()}@example.com` })
  const lives = await visit.demo.platform.db.query<{ seconds: number }>(
    `select extract(epoch from expires_at - created_at)::int as seconds from tokens where type = 'CONSUMER' order by created_at desc limit 2`,
  )
  expect(lives).toEqual([{ seconds: 3600 }, { seconds: 3600 }])
  const { expires_at } = await host.consumer()
  expect(new Date(expires_at!).getTime() - Date.now()).toBeLessThanOrEqual(3_600_000)
})

test('the hosts of a site share the page’s copy if the option cookieDomain is set, and a logout removes it for all', async () => {
  const { page, context } = await visit.newVisitor()
  const options = `{ cookieDomain: '.brand.localhost' }`
  const host = await openHostPage(page, visit.demo, { options })
  await host.call('identify', { email: `${randomUUID()}@example.com` })
  expect(await cookiesOf(context)).toContain(
    `${pageCookie(visit.demo.origins.program, { isShared: true })} @ .brand.localhost`,
  )
  const { port } = new URL(visit.demo.origins.shop)
  const sister = await openHostPage(await context.newPage(), visit.demo, {
    options,
    origin: `https://garden.brand.localhost:${port}`,
  })
  expect(await sister.consumer()).toMatchObject({ level: 'identified' })
  await host.call('logout')
  expect(await context.cookies()).toEqual([])
  expect(await sister.consumer()).toMatchObject({ level: 'anonymous' })
})

/** A shop whose server hands `/rewards/…` on to the program domain. */
async function startProxiedShop() {
  const sites = new Map()
  const name = 'shop.brand.localhost'
  const listener = await serve({ port: 0, certificate: await certificateFor([name]), sites })
  const origin = `https://${name}:${listener.port}`
  const platform = await startPlatform({ landingUrl: origin, allowedOrigins: [origin] })
  const shop = new Hono().all('/rewards/*', ({ req }) =>
    proxy(PROGRAM + req.path.slice('/rewards'.length) + new URL(req.url).search, {
      raw: req.raw,
      customFetch: request => platform.fetch(request),
    }),
  )
  sites.set(name, (request: Request) => shop.fetch(request))
  return {
    origin,
    async close() {
      await listener.close()
      await platform.close()
    },
  }
}

/** Runs in a browser with a profile: a browser without one always blocks. */
async function withThirdPartyCookies(allowed: boolean, run: (context: BrowserContext) => Promise<void>) {
  const browser = await launchPersistent({
    block_third_party_cookies: !allowed,
    cookie_controls_mode: Number(!allowed),
  })
  try {
    await run(browser.context)
  } finally {
    await browser.close()
  }
}
