import type { BrowserContext } from 'playwright-core'
import { afterEach } from 'vitest'
import { sharedChromium } from '../chromium.js'
import { SOON } from '../soon.js'
import { type Tab, tabOf } from './tab.js'

/** Opens tabs in Chromium. Each tab knows nothing yet, and is closed at the end of its test. */
export function useChromium(): () => Promise<Tab> {
  let contexts: BrowserContext[] = []

  afterEach(async () => {
    await Promise.all(contexts.map(context => context.close()))
    contexts = []
  })

  return async () => {
    const browser = await sharedChromium()
    const context = await browser.newContext({ ignoreHTTPSErrors: true })
    contexts.push(context)
    context.setDefaultTimeout(SOON.timeout)
    const page = await context.newPage()
    return {
      ...tabOf(page),
      cookies: async () =>
        (await context.cookies(page.url())).map(cookie => ({ ...cookie, sameSite: cookie.sameSite.toLowerCase() })),
    }
  }
}
