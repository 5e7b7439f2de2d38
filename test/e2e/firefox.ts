// Firefox for the tests that run in all browsers.

import { existsSync } from 'node:fs'
import puppeteer, { type Browser, type BrowserContext } from 'puppeteer-core'
import { afterEach } from 'vitest'
import { SOON } from '../soon.js'
import { type Tab, tabOf } from './tab.js'

const FIREFOX = process.env.FIREFOX_PATH ?? '/usr/bin/firefox-esr'

let browser: Promise<Browser> | undefined

/** One browser for all test files of a worker. It ends with the worker's process. */
function sharedFirefox(): Promise<Browser> {
  if (!existsSync(FIREFOX))
    throw new Error(
      `There is no ${FIREFOX}: apt-get install -y --no-install-recommends firefox-esr, or name it in FIREFOX_PATH`,
    )
  browser ??= puppeteer.launch({
    browser: 'firefox',
    executablePath: FIREFOX,
    acceptInsecureCerts: true,
    timeout: SOON.timeout,
  })
  return browser
}

/** Opens tabs in Firefox. Each tab knows nothing yet, and is closed at the end of its test. */
export function useFirefox(): () => Promise<Tab> {
  let contexts: BrowserContext[] = []

  afterEach(async () => {
    await Promise.all(contexts.map(context => context.close()))
    contexts = []
  })

  return async () => {
    const context = await (await sharedFirefox()).createBrowserContext()
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
