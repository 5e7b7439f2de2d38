import type { Page, Route } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { heard, LISTEN, openBarePage } from './bare-page.js'
import { useDemo } from './demo.js'

const visit = useDemo()
const ZONE = '<rewards-zone name="share_experience"></rewards-zone>'

const cors = () => ({
  'access-control-allow-origin': visit.demo.origins.shop,
  'access-control-allow-credentials': 'true',
})

/** Opens a page with one zone, whose call to the platform `answer` takes over. */
async function openWith(answer: (route: Route) => Promise<void>) {
  const visitor = await visit.newVisitor()
  await visitor.page.route(/\/zones$/, answer)
  await openBarePage(visitor.page, visit.demo, { before: LISTEN, body: ZONE })
  return visitor
}

const pageStands = (page: Page) => page.evaluate(() => document.title === 'Bare' && !document.querySelector('dialog'))
const uncaught = (complaints: string[]) => complaints.filter(line => !line.startsWith('console: Failed to load'))

const FAULTS: [name: string, answer: (route: Route) => Promise<void>, code: string][] = [
  [
    'an unreachable program domain',
    async route => {
      // The SDK then asks whether the program domain can be reached at all.
      await route
        .request()
        .frame()
        .page()
        .route(/\/rewards\.js$/, file => file.abort('connectionrefused'))
      await route.abort('connectionrefused')
    },
    'network_error',
  ],
  ['a 500', route => route.fulfill({ status: 500, headers: cors(), body: '' }), 'network_error'],
  [
    'a 200 with an error in its header',
    route =>
      route.fulfill({
        headers: {
          ...cors(),
          'access-control-expose-headers': 'X-Svc-Token, X-Svc-Error-Message',
          'x-svc-token': 'any',
          'x-svc-error-message': 'too_many_requests: slow down',
        },
        body: '',
      }),
    'too_many_requests',
  ],
  [
    'a captive portal’s 200',
    route => route.fulfill({ headers: cors(), contentType: 'text/html', body: '<h1>Welcome to the airport</h1>' }),
    'network_error',
  ],
]

describe('a zone that cannot be loaded', () => {
  for (const [name, answer, code] of FAULTS)
    test(`because of ${name} offers another try and dispatches one error event, and the page works`, async () => {
      const { page, complaints } = await openWith(answer)
      const retry = page.getByRole('button', { name: /try again/i })
      await retry.waitFor()
      expect(await heard(page)).toEqual([code])
      expect(await pageStands(page)).toBe(true)
      expect(uncaught(complaints)).toEqual([])

      await page.unroute(/\/zones$/)
      await retry.click()
      await page.getByRole('textbox', { name: 'Your link' }).waitFor()
    })

  test('because it is not JSON shows nothing and dispatches one error event', async () => {
    const { page, complaints } = await openWith(route =>
      route.fulfill({
        headers: { ...cors(), 'access-control-expose-headers': 'X-Svc-Token', 'x-svc-token': 'any' },
        contentType: 'application/json',
        body: '{"widget": "sha',
      }),
    )
    await expect.poll(() => heard(page)).toEqual(['invalid_response'])
    expect(await page.locator('rewards-zone').evaluate(zone => zone.getBoundingClientRect().height)).toBe(0)
    expect(uncaught(complaints)).toEqual([])
  })

  test('because no content is published shows nothing and dispatches load, as no failure', async () => {
    const { page, complaints } = await visit.newVisitor()
    await openBarePage(page, visit.demo, {
      before: `${LISTEN} document.addEventListener('load', event => event.target.localName === 'rewards-zone' && heard.push('load'), true)`,
      body: '<rewards-zone name="no_such_zone"></rewards-zone>',
    })
    await expect.poll(() => heard(page)).toEqual(['load'])
    expect(await page.locator('rewards-zone').evaluate(zone => zone.getBoundingClientRect().height)).toBe(0)
    expect(complaints).toEqual([])
  })
})

describe('on a page with', () => {
  test('blocked storage, everything works from memory', async () => {
    const { page, complaints } = await visit.newVisitor()
    await page.addInitScript(() => {
      const refuse = () => {
        throw new DOMException('Blocked', 'SecurityError')
      }
      Object.defineProperty(globalThis, 'indexedDB', { get: refuse })
      Object.defineProperty(globalThis, 'localStorage', { get: refuse })
      Object.defineProperty(Document.prototype, 'cookie', { get: () => '', set: () => {} })
    })
    await openBarePage(page, visit.demo, { before: LISTEN, body: ZONE })
    await page.getByRole('textbox', { name: 'Your link' }).waitFor()
    const receipt = await page.evaluate(() => Reflect.get(globalThis, 'rewards').track('register'))
    expect(receipt).toMatchObject({ event_id: expect.any(String) })
    expect(await heard(page)).toEqual([])
    expect(complaints).toEqual([])
  })

  test('an invalid domain in the script tag, every call rejects with the same error, which is dispatched once', async () => {
    const { page, complaints } = await visit.newVisitor()
    await openBarePage(page, visit.demo, { before: LISTEN, body: ZONE, attributes: 'data-domain="ftp://nowhere"' })
    await expect.poll(() => heard(page)).toEqual(['invalid_argument'])
    const codes = await page.evaluate(async () => {
      const { track, zone } = Reflect.get(globalThis, 'rewards')
      const results = await Promise.allSettled([track('purchase'), zone('share_experience')])
      return results.map(result => result.status === 'rejected' && result.reason.code)
    })
    expect(codes).toEqual(['invalid_argument', 'invalid_argument'])
    expect(await heard(page)).toEqual(['invalid_argument'])
    expect(uncaught(complaints)).toEqual([])
  })

  test('an element with id="rewards", the element is not taken for the queue', async () => {
    const { page, complaints } = await visit.newVisitor()
    await openBarePage(page, visit.demo, { body: `<div id="rewards"></div>${ZONE}` })
    await page.getByRole('textbox', { name: 'Your link' }).waitFor()
    expect(await page.evaluate(() => typeof Reflect.get(globalThis, 'rewards').track)).toBe('function')
    expect(complaints).toEqual([])
  })

  test('two script tags, there is one runtime and the queue runs once', async () => {
    const { page, complaints } = await visit.newVisitor()
    await openBarePage(page, visit.demo, {
      before: `window.rewards = []; rewards.push(r => heard.push(r.track.length)); window.rewards.push(r => (window.first = r))`,
      body: ZONE,
      scripts: 2,
    })
    await page.getByRole('textbox', { name: 'Your link' }).waitFor()
    await page.waitForLoadState('load')
    expect(await page.evaluate(() => Reflect.get(globalThis, 'first') === Reflect.get(globalThis, 'rewards'))).toBe(
      true,
    )
    expect(await heard(page)).toHaveLength(1)
    expect(complaints).toEqual([])
  })

  test('a queued call that throws, the other calls run and the page gets no error', async () => {
    const { page, complaints } = await visit.newVisitor()
    await openBarePage(page, visit.demo, {
      before: `window.rewards = []; rewards.push(() => { throw new Error('mine') }, async () => { throw new Error('mine, later') }, ['no_such_call'], () => heard.push('last'))`,
    })
    await expect.poll(() => heard(page)).toEqual(['last'])
    expect(complaints.filter(line => line.startsWith('uncaught'))).toEqual([])
  })
})
