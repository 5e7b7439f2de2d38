// The tests of a page in the back/forward cache, which run in each browser: see cached-page.test.ts and cached-page-engines.test.ts.

import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { Site } from '../../../demo/platform/serve.js'
import { SOON } from '../../soon.js'
import { useDemo } from '../demo.js'
import type { Tab } from '../tab.js'
import { killTokens } from '../token/calls.js'
import { recorded } from './outbox-page.js'

/** Acquires a token, if the page has none. */
const ZONE = `rewards.zone('terms')`

interface Behaviour {
  /** The browser removes a page from the cache when a message arrives for it. Otherwise the page misses the message. */
  discardsOnMessage: boolean
}

/** A page of the shop with the script tag, another page of the shop after it, and the way back to the first. */
export function describeCachedPage(newTab: () => Promise<Tab>, { discardsOnMessage }: Behaviour) {
  /** Whether a proxy in front of the platform refuses each event, and how often it has. */
  const proxy = { isDown: false, refused: 0 }
  const wrapSite = (site: Site) => (request: Request) => respond(site, request)
  // A page that the network keeps from the cache would prove nothing, and WebKit keeps no `Secure` cookie on plain http.
  const visit = useDemo({ https: true, wrapSite })

  function respond(site: Site, request: Request) {
    const { hostname, pathname, origin } = new URL(request.url)
    const { shop, program } = visit.demo.origins
    if (origin === shop && /^\/(first|second)$/.test(pathname))
      return new Response(
        `<!doctype html><title>Shop</title><script>
          var rewards = [], outcomes = {}
          addEventListener('pageshow', event => (window.isRestored = event.persisted))
          // Requests of locks that reach the browser only when the page is left.
          var late, ask = LockManager.prototype.request
          addEventListener('pagehide', () => late?.forEach(send => send()))
          LockManager.prototype.request = function (...args) {
            return late ? new Promise(resolve => late.push(() => resolve(ask.apply(this, args)))) : ask.apply(this, args)
          }
          function track(id) {
            outcomes[id] = 'waits'
            rewards.track('purchase', {}, { id }).then(() => (outcomes[id] = 'receipt'), error => (outcomes[id] = error.code))
          }
        </script><script async src="${program}/rewards.js" data-consent="granted"></script>`,
        { headers: { 'content-type': 'text/html' } },
      )
    if (!proxy.isDown || hostname !== new URL(program).hostname || !pathname.endsWith('/events')) return site(request)
    if (request.method === 'POST') proxy.refused++
    const headers = { 'access-control-allow-origin': shop, 'access-control-allow-credentials': 'true' }
    return new Response('Bad gateway', { status: 502, headers })
  }

  async function open(tab: Tab, path: string) {
    await tab.open(visit.demo.origins.shop + path)
    await runtimeIn(tab, path)
  }
  const runtimeIn = (tab: Tab, path: string) =>
    expect
      .poll(() => tab.evaluate('[location.pathname, typeof window.rewards?.zone]'), SOON)
      .toEqual([path, 'function'])

  /** Opens the first page. Its consumer is an identified person, unless `isAnonymous` says otherwise. */
  async function openFirst(isAnonymous = false) {
    proxy.isDown = false
    const tab = await newTab()
    await open(tab, '/first')
    await tab.evaluate(isAnonymous ? ZONE : `rewards.identify({ email: '${randomUUID()}@example.com' })`)
    return tab
  }
  /** Tracks an event on the first page, and waits until it waits for another attempt. */
  async function trackInVain(tab: Tab) {
    const id = randomUUID()
    proxy.isDown = true
    const before = proxy.refused
    await tab.evaluate(`void track('${id}')`)
    await expect.poll(() => proxy.refused, SOON).toBeGreaterThan(before)
    return id
  }
  /** Delivers an event, and waits until the page holds no lock: Firefox does not keep a page in the cache that is left with one. */
  async function deliver(tab: Tab, id: string) {
    await tab.evaluate(`void track('${id}')`)
    await expect.poll(outcome(tab, id), SOON).toBe('receipt')
    await expect.poll(() => tab.evaluate('navigator.locks.query().then(({ held }) => held.length)'), SOON).toBe(0)
  }
  async function goBack(tab: Tab) {
    await tab.evaluate('void setTimeout(() => history.back())')
    await runtimeIn(tab, '/first')
  }
  const isRestored = (tab: Tab) => tab.evaluate('isRestored')
  const outcome = (tab: Tab, id: string) => () => tab.evaluate(`outcomes['${id}']`)

  /**
   * Leaves a page whose event waits, and returns once the next page has delivered it. Chromium removes the page from the cache if it was left
   * in the middle of an attempt, because the next page waits for its lock. Then this is done again. With `isRenewed`, the consumer is anonymous, and
   * gets another token before the return.
   */
  async function leaveWaitingAndReturn(isRenewed = false, attempts = 5): Promise<{ tab: Tab; left: string }> {
    const tab = await openFirst(isRenewed)
    const left = await trackInVain(tab)
    await open(tab, '/second')
    proxy.isDown = false
    const next = randomUUID()
    await tab.evaluate(`void track('${next}')`)
    await expect.poll(outcome(tab, next), SOON).toBe('receipt')
    await expect.poll(() => recorded(visit, [left, next]), SOON).toEqual([left, next].sort())
    if (isRenewed) {
      await killTokens(visit.demo)
      await tab.evaluate(`rewards.profile.get().catch(() => {})`)
    }
    await goBack(tab)
    return attempts > 1 && !(await isRestored(tab)) ? leaveWaitingAndReturn(isRenewed, attempts - 1) : { tab, left }
  }

  test('leaves its waiting event to the next page, and has the receipt after the return', async () => {
    const { tab, left } = await leaveWaitingAndReturn()
    expect(await isRestored(tab)).toBe(true)
    await expect.poll(outcome(tab, left), SOON).toBe('receipt')
    expect(await recorded(visit, [left])).toEqual([left])
  })

  test('does not have its event recorded for a second device after the anonymous token was renewed', async () => {
    const { tab, left } = await leaveWaitingAndReturn(true)
    expect(await isRestored(tab)).toBe(true)
    await expect.poll(outcome(tab, left), SOON).not.toBe('waits')
    expect([await outcome(tab, left)(), await recorded(visit, [left])]).toEqual(['aborted', [left]])
  })

  test('leaves the event that it stores when it is left to the next page', async () => {
    const tab = await openFirst()
    proxy.isDown = true
    const id = randomUUID()
    await tab.evaluate(`void (track('${id}'), setTimeout(() => location.assign('/second')))`)
    await runtimeIn(tab, '/second')
    proxy.isDown = false
    await expect.poll(() => recorded(visit, [id]), SOON).toEqual([id])
  })

  test('stays in the cache while the next page delivers events', async () => {
    const tab = await openFirst()
    const [first, next, last] = [randomUUID(), randomUUID(), randomUUID()]
    await deliver(tab, first)
    await open(tab, '/second')
    await tab.evaluate(`void track('${next}')`)
    await expect.poll(outcome(tab, next), SOON).toBe('receipt')
    await goBack(tab)
    expect(await isRestored(tab)).toBe(true)
    await tab.evaluate(`void track('${last}')`)
    await expect.poll(outcome(tab, last), SOON).toBe('receipt')
  })

  test('gives up a lock that it has asked for when it is left, and asks again after the return', async () => {
    const tab = await openFirst()
    const [first, left, next] = [randomUUID(), randomUUID(), randomUUID()]
    await deliver(tab, first)
    await tab.evaluate(`void (late = [], track('${left}'))`)
    await expect.poll(() => tab.evaluate('late.length'), SOON).toBe(1)
    await open(tab, '/second')
    await tab.evaluate(`void track('${next}')`)
    await expect.poll(outcome(tab, next), SOON).toBe('receipt')
    await goBack(tab)
    expect(await isRestored(tab)).toBe(true)
    await tab.evaluate('void (late.forEach(send => send()), late = undefined)')
    await expect.poll(outcome(tab, left), SOON).toBe('receipt')
    expect(await recorded(visit, [left, next])).toEqual([left, next].sort())
  })

  describe('after a logout on the next page', () => {
    test.runIf(discardsOnMessage)('is loaded anew', async () => {
      const tab = await openFirst()
      await open(tab, '/second')
      await tab.evaluate('rewards.logout()')
      await goBack(tab)
      expect(await isRestored(tab)).toBe(false)
    })

    test.skipIf(discardsOnMessage)('ends its waiting events, and goes on with the next consumer', async () => {
      const tab = await openFirst()
      const left = await trackInVain(tab)
      await open(tab, '/second')
      await tab.evaluate('rewards.logout()')
      // The next consumer has a cookie, too.
      await tab.evaluate(ZONE)
      proxy.isDown = false
      await goBack(tab)
      expect(await isRestored(tab)).toBe(true)
      await expect.poll(outcome(tab, left), SOON).toBe('logged_out')
      const next = randomUUID()
      await tab.evaluate(`void track('${next}')`)
      await expect.poll(outcome(tab, next), SOON).toBe('receipt')
      expect(await recorded(visit, [left, next])).toEqual([next])
    })
  })
}
