import type { BrowserContext, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { launchChromium } from '../../chromium.js'
import { SOON } from '../../soon.js'
import { useDemo } from '../demo.js'
import { openShop, receipts, recorded, some, track } from './outbox-page.js'

const visit = useDemo()

describe('the back/forward cache', () => {
  test('keeps a page whose events are delivered, and a page whose events wait', async () => {
    const browser = await launchChromium({ ignoreDefaultArgs: ['--disable-back-forward-cache'] })
    try {
      const context = await browser.newContext()
      context.setDefaultTimeout(SOON.timeout)
      const { page, ids } = await returnWithEvents(context)
      await expect.poll(() => recorded(visit, ids), SOON).toEqual(ids)
      await expect.poll(async () => (await receipts(page)).sort(), SOON).toEqual(ids)

      // And again, with nothing left to do.
      await page.evaluate(() => Reflect.deleteProperty(globalThis, 'persisted'))
      await page.goto(`${visit.demo.origins.otherShop}/no-such-page`)
      await page.goBack({ waitUntil: 'commit' })
      await expect.poll(() => isRestored(page)).toBe(true)
    } finally {
      await browser.close()
    }
  })

  /**
   * Leaves a page with events and returns to it. Chromium does not keep a page that it leaves in the middle of an attempt, because the next page
   * waits for its lock. Then another page is left.
   */
  async function returnWithEvents(context: BrowserContext, attempts = 5): Promise<{ page: Page; ids: string[] }> {
    const page = await openShop(context, visit)
    await page.evaluate(() =>
      addEventListener('pageshow', ({ persisted }) => Reflect.set(globalThis, 'persisted', persisted)),
    )
    const ids = some(12)
    await track(page, ...ids)
    await page.goto(`${visit.demo.origins.otherShop}/no-such-page`)
    await page.goBack({ waitUntil: 'commit' })
    if (await isRestored(page)) return { page, ids }
    await page.close()
    expect(attempts).toBeGreaterThan(1)
    return returnWithEvents(context, attempts - 1)
  }

  /** Whether a page to which the browser has returned came out of the cache. Otherwise it is loaded anew. */
  async function isRestored(page: Page): Promise<boolean> {
    const answer = await page.waitForFunction(() => {
      const [navigation] = performance.getEntriesByType('navigation') as [PerformanceNavigationTiming]
      if (Reflect.get(globalThis, 'persisted')) return 'restored'
      return navigation.type === 'back_forward' && 'loaded'
    })
    return (await answer.jsonValue()) === 'restored'
  }
})
