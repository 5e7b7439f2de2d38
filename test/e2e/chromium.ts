// Chromium for the tests that run in all browsers; firefox.ts and webkit.ts have the others.

import { type Tab, tabOf } from './tab.js'
import { useContexts } from './use-contexts.js'

/** Opens tabs in Chromium. Each tab knows nothing yet, and is closed at the end of its test. */
export function useChromium(): () => Promise<Tab> {
  const newContext = useContexts()
  return async () => {
    const context = await newContext()
    const page = await context.newPage()
    return {
      ...tabOf(page),
      cookies: async () =>
        (await context.cookies(page.url())).map(cookie => ({ ...cookie, sameSite: cookie.sameSite.toLowerCase() })),
    }
  }
}
