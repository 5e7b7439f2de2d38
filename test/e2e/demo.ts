// The whole demo for tests in browsers: the shop, twice, and the platform.

import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { type Demo, type DemoOptions, startDemo } from '../../demo/main.js'
import { type LoggedRequest, logged } from '../request-log.js'
import { requireBuild } from '../require-build.js'
import { testDatabase, UNLIMITED } from '../start-platform.js'
import { useContexts } from './use-contexts.js'

/** A visitor with a browser that knows nothing yet. */
export interface Visitor {
  page: Page
  context: BrowserContext
  /** What the browser complained about: console errors, uncaught exceptions and rejections, violations of the page's policy. A test of ours ends with none. */
  complaints: string[]
}

export interface LoggedDemo extends Demo {
  /** The requests that have been answered, oldest first. */
  requests: LoggedRequest[]
}

export interface DemoInBrowser {
  /** The running demo, once the tests run. */
  readonly demo: LoggedDemo
  newVisitor(options?: BrowserContextOptions): Promise<Visitor>
}

/** Starts the demo in memory before the tests of a file, and stops it after them. Each visitor leaves at the end of its test. */
export function useDemo(options: DemoOptions = {}): DemoInBrowser {
  let demo: LoggedDemo
  const newContext = useContexts()

  beforeAll(async () => {
    requireBuild()
    const requests: LoggedRequest[] = []
    const wrapSite: DemoOptions['wrapSite'] = site => logged(site, requests)
    const started = await startDemo({ database: await testDatabase(), limits: UNLIMITED, wrapSite, ...options })
    demo = { ...started, requests }
  })

  afterAll(() => demo?.close())

  return {
    get demo() {
      return demo
    },
    async newVisitor(contextOptions) {
      const context = await newContext(contextOptions)
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
