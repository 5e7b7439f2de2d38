import type { BrowserContext, BrowserContextOptions } from 'playwright-core'
import { afterEach } from 'vitest'
import { sharedChromium } from '../chromium.js'
import { SOON } from '../soon.js'

/** Opens contexts in the shared Chromium: each knows nothing yet, and is closed at the end of its test. */
export function useContexts(): (options?: BrowserContextOptions) => Promise<BrowserContext> {
  let contexts: BrowserContext[] = []

  afterEach(async () => {
    await Promise.all(contexts.map(context => context.close()))
    contexts = []
  })

  return async options => {
    const browser = await sharedChromium()
    // The demo's certificate is self-signed.
    const context = await browser.newContext({ ignoreHTTPSErrors: true, ...options })
    contexts.push(context)
    context.setDefaultTimeout(SOON.timeout)
    return context
  }
}
