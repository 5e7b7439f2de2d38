// Firefox for the tests that run in all browsers.

import { existsSync } from 'node:fs'
import puppeteer, { type Browser, type BrowserContext } from 'puppeteer-core'
import { afterEach } from 'vitest'
import { SOON } from '../soon.js'
import { type Tab, tabOf } from './tab.js'

const FIREFOX = process.env.FIREFOX_PATH ?? '/usr/bin/firefox-esr'

/** Settings of Firefox that differ from its defaults. */
type Preferences = Record<string, number>

/** The setting "Block all cookies", which blocks all storage. */
export const BLOCKS_COOKIES: Preferences = { 'network.cookie.cookieBehavior': 2 }

const browsers = new Map<Preferences | undefined, Promise<Browser>>()

/** One browser for all test files of a worker that need the same settings. It ends with the worker's process. */
function sharedFirefox(preferences?: Preferences): Promise<Browser> {
  if (!existsSync(FIREFOX))
    throw new Error(
      `There is no ${FIREFOX}: apt-get install -y --no-install-recommends firefox-esr, or name it in FIREFOX_PATH`,
    )
  const running =
    browsers.get(preferences) ??
    puppeteer.launch({
      browser: 'firefox',
      executablePath: FIREFOX,
      acceptInsecureCerts: true,
      timeout: SOON.timeout,
      ...(preferences && { extraPrefsFirefox: preferences }),
    })
  browsers.set(preferences, running)
  return running
}

/** Opens tabs in Firefox. Each tab knows nothing yet, and is closed at the end of its test. */
export function useFirefox(preferences?: Preferences): () => Promise<Tab> {
  let contexts: BrowserContext[] = []

  afterEach(async () => {
    await Promise.all(contexts.map(context => context.close()))
    contexts = []
  })

  return async () => {
    const context = await (await sharedFirefox(preferences)).createBrowserContext()
    contexts.push(context)
    const page = await context.newPage()
    page.setDefaultTimeout(SOON.timeout)
    return {
      ...tabOf(page),
      async cookies() {
        const found = await page.cookies()
        return found.map(({ name, domain, secure, httpOnly = false, sameSite = '' }) => ({
          name,
          domain,
          secure,
          httpOnly,
          sameSite: sameSite.toLowerCase(),
        }))
      },
    }
  }
}
