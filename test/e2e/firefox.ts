import { existsSync } from 'node:fs'
import puppeteer, { type Browser, type BrowserContext } from 'puppeteer-core'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { type Tab, tabOf } from './tab.js'

const FIREFOX = process.env.FIREFOX_PATH ?? '/usr/bin/firefox-esr'

/** Starts Firefox before the tests of a block, and stops it after them. Each tab knows nothing yet, and is gone at the end of its test. */
export function useFirefox(): () => Promise<Tab> {
  let browser: Browser
  let contexts: BrowserContext[] = []

  beforeAll(async () => {
    if (!existsSync(FIREFOX))
      throw new Error(
        `There is no ${FIREFOX}: apt-get install -y --no-install-recommends firefox-esr, or name it in FIREFOX_PATH`,
      )
    browser = await puppeteer.launch({ browser: 'firefox', executablePath: FIREFOX, acceptInsecureCerts: true })
  })

  afterEach(async () => {
    await Promise.all(contexts.map(context => context.close()))
    contexts = []
  })

  afterAll(() => browser?.close())

  return async () => {
    const context = await browser.createBrowserContext()
    contexts.push(context)
    const page = await context.newPage()
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
