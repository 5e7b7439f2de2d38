import { type Browser, type BrowserContext, chromium } from 'playwright-core'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { ARGUMENTS, CHROMIUM } from '../chromium.js'
import { type Tab, tabOf } from './tab.js'

/** Starts Chromium before the tests of a block, and stops it after them. Each tab knows nothing yet, and is gone at the end of its test. */
export function useChromium(): () => Promise<Tab> {
  let browser: Browser
  let contexts: BrowserContext[] = []

  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: CHROMIUM, args: ARGUMENTS })
  })

  afterEach(async () => {
    await Promise.all(contexts.map(context => context.close()))
    contexts = []
  })

  afterAll(() => browser?.close())

  return async () => {
    const context = await browser.newContext({ ignoreHTTPSErrors: true })
    contexts.push(context)
    const page = await context.newPage()
    return {
      ...tabOf(page),
      cookies: async () =>
        (await context.cookies(page.url())).map(cookie => ({ ...cookie, sameSite: cookie.sameSite.toLowerCase() })),
    }
  }
}
