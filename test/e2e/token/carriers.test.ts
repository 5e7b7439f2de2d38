import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { pageCookie } from '../../page-cookie.js'
import { openBarePage } from '../bare-page.js'
import { useDemo } from '../demo.js'
import { callsSince } from './calls.js'
import { cookiesOf } from './cookies-of.js'
import { openHostPage } from './host-page.js'

const visit = useDemo({ https: true })

/** The requests since, to the program domain's calls. */
const since = (start: number) =>
  visit.demo.requests
    .slice(start)
    .filter(({ url }) => url.startsWith(visit.demo.origins.program) && !url.endsWith('.js'))

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
})
