import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { type Demo, type DemoOptions, startDemo } from '../../demo/main.js'
import { sharedChromium } from '../chromium.js'
import { SOON } from '../soon.js'
import { testDatabase } from '../test-database.js'

/** Somebody at a browser that knows nothing yet. */
export interface Visitor {
  page: Page
  context: BrowserContext
  /** What the browser complained about: console errors, uncaught exceptions and rejections, violations of the page's policy. A test of ours ends with none. */
  complaints: string[]
}

export interface DemoInBrowser {
  /** The running demo, once the tests run. */
  readonly demo: Demo
  readonly browser: Browser
  newVisitor(options?: BrowserContextOptions): Promise<Visitor>
}

/** Starts the demo in memory before the tests of a file, and stops it after them. Each visitor leaves at the end of its test. */
export function useDemo(options: DemoOptions = {}): DemoInBrowser {
  let demo: Demo
  let browser: Browser
  let contexts: BrowserContext[] = []

  beforeAll(async () => {
    if (!existsSync(join(import.meta.dirname, '../../dist/rewards.js')))
      throw new Error('Nothing is built yet: npm run build')
    // The visitors of a file come from one address, and faster than people would.
    demo = await startDemo({
      database: await testDatabase(),
      limits: { perMinute: Infinity, perSecond: Infinity },
      ...options,
    })
    browser = await sharedChromium()
  })

  afterEach(async () => {
    await Promise.all(contexts.map(context => context.close()))
    contexts = []
  })

  afterAll(() => demo?.close())

  return {
    get demo() {
      return demo
    },
    get browser() {
      return browser
    },
    async newVisitor(contextOptions) {
      // The demo's certificate is one it made itself.
      const context = await browser.newContext({ ignoreHTTPSErrors: true, ...contextOptions })
      contexts.push(context)
      context.setDefaultTimeout(SOON.timeout)
      const complaints = await listenForComplaints(context)
      return { page: await context.newPage(), context, complaints }
    },
  }
}

/** Of every page and frame the visitor opens, from its first byte on. */
export async function listenForComplaints(context: BrowserContext) {
  const complaints: string[] = []
  context.on('console', message => {
    if (message.type() === 'error') complaints.push(`console: ${message.text()}`)
  })
  context.on('weberror', error => complaints.push(`uncaught: ${error.error().stack ?? error.error()}`))
  await context.exposeFunction('reportViolation', (text: string) => complaints.push(`policy: ${text}`))
  await context.addInitScript(() => {
    document.addEventListener(
      'securitypolicyviolation',
      ({ effectiveDirective, blockedURI, sourceFile, lineNumber }) => {
        const report = Reflect.get(globalThis, 'reportViolation') as (text: string) => void
        report(`${effectiveDirective} blocked ${blockedURI} (${sourceFile}:${lineNumber})`)
      },
    )
  })
  return complaints
}
