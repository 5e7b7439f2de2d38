// Chromium for the tests that run in all browsers; firefox.ts and webkit.ts have the others.

import type { Browser, BrowserContext } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { launchChromium } from '../chromium.js'
import { SOON } from '../soon.js'
import { type Tab, tabOf } from './tab.js'
import { useContexts } from './use-contexts.js'

/** Opens tabs in Chromium. Each tab knows nothing yet, and is closed at the end of its test. */
export function useChromium(): () => Promise<Tab> {
  const newContext = useContexts()
  return async () => tabIn(await newContext())
}

/** The same, with the back/forward cache, which Playwright turns off. The tabs are closed at the end of the file. */
export function useChromiumWithCache(): () => Promise<Tab> {
  let browser: Browser

  beforeAll(async () => {
    browser = await launchChromium({ ignoreDefaultArgs: ['--disable-back-forward-cache'] })
  })
  afterAll(() => browser?.close())

  return async () => {
    const context = await browser.newContext({ ignoreHTTPSErrors: true })
    context.setDefaultTimeout(SOON.timeout)
    return tabIn(context)
  }
}

async function tabIn(context: BrowserContext): Promise<Tab> {
  const page = await context.newPage()
  return {
    ...tabOf(page),
    cookies: async () =>
      (await context.cookies(page.url())).map(cookie => ({ ...cookie, sameSite: cookie.sameSite.toLowerCase() })),
  }
}
