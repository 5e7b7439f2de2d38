import { existsSync } from 'node:fs'
import puppeteer, { type Browser, type BrowserContext } from 'puppeteer-core'
import { afterAll, afterEach, beforeAll, describe } from 'vitest'
import { type Demo, startDemo } from '../../../demo/main.js'
import { describeCookies, type Tab } from './cookie-cases.js'

const FIREFOX = process.env.FIREFOX_PATH ?? '/usr/bin/firefox-esr'

let demo: Demo
let browser: Browser
let contexts: BrowserContext[] = []

beforeAll(async () => {
  if (!existsSync(FIREFOX))
    throw new Error(
      `There is no ${FIREFOX}: apt-get install -y --no-install-recommends firefox-esr, or name it in FIREFOX_PATH`,
    )
  demo = await startDemo({ https: true })
  browser = await puppeteer.launch({ browser: 'firefox', executablePath: FIREFOX, acceptInsecureCerts: true })
})

afterEach(async () => {
  await Promise.all(contexts.map(context => context.close()))
  contexts = []
})

afterAll(async () => {
  await browser?.close()
  await demo?.close()
})

async function newTab(): Promise<Tab> {
  const context = await browser.createBrowserContext()
  contexts.push(context)
  const page = await context.newPage()
  return {
    open: async url => void (await page.goto(url)),
    reload: async () => void (await page.reload()),
    evaluate: expression => page.evaluate(expression),
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

describe('In Firefox the consumer’s cookies', () => describeCookies(() => demo, newTab))
