// A page that uses the npm package. bare-page.ts has a page with the script tag.

import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import type { Demo } from '../../../demo/main.js'
import type { Consumer } from '../../../src/index.js'
import { bundle } from '../../bundle.js'
import { PAGE_COOKIE } from '../../page-cookie.js'
import { DIST } from '../../require-build.js'

interface HostPageOptions {
  /** The source of an object: what the host gives to `createRewards`, beside the program domain. */
  options?: string
  /** Runs before the SDK. */
  before?: string
  /** Default: the shop, which is of one site with the program domain. */
  origin?: string
  /** Path and query. */
  path?: string
}

/** A page of a host that has the SDK from npm, at work with its runtime. */
export interface HostPage {
  page: Page
  /** Calls the runtime: `call('profile.get')`. */
  call<T = unknown>(name: string, ...args: unknown[]): Promise<T>
  /** The same for a call that is to fail: the code and text of its error, and the code of that one's cause. */
  refusal(name: string, ...args: unknown[]): Promise<{ code?: string; message?: string; cause?: string }>
  consumer(): Promise<Consumer>
  /** The levels that `consumer` events have told, and the codes of `error` events. */
  told(): Promise<{ levels: string[]; errors: string[] }>
}

/** Opens a page under the strict policy that makes its runtime from the package, bundled as a host's bundler would. */
export async function openHostPage(page: Page, demo: Demo, given: HostPageOptions = {}): Promise<HostPage> {
  const { options = '{}', before = '', origin = demo.origins.shop, path = '/host' } = given
  const html = `<!doctype html><html lang="en"><title>Host</title><body>
    <script nonce="host">window.told = { levels: [], errors: [] }; ${before}</script>
    <script nonce="host" type="module">
      import { createRewards } from '/sdk/index.js'
      window.rewards = createRewards({ domain: '${demo.origins.program}', ...${options} })
      window.addressAfter = location.href
      rewards.addEventListener('consumer', event => told.levels.push(event.detail.level))
      rewards.addEventListener('error', event => told.errors.push(event.detail.code))
    </script>`
  await serveSdk(page.context(), origin)
  await page.route(
    url => url.origin === origin && url.pathname === new URL(path, origin).pathname,
    route =>
      route.fulfill({ contentType: 'text/html', headers: { 'content-security-policy': policy(demo) }, body: html }),
  )
  await page.goto(origin + path)
  await page.waitForFunction(() => 'rewards' in globalThis)
  return runtimeOf(page)
}

/** The runtime of a page that has one. */
export function runtimeOf(page: Page): HostPage {
  return {
    page,
    call: (name, ...args) => page.evaluate(invoke, { name, args }) as Promise<never>,
    refusal: (name, ...args) => page.evaluate(refuse, { name, args }),
    consumer: () => page.evaluate(() => Reflect.get(globalThis, 'rewards').consumer),
    told: () => page.evaluate(() => Reflect.get(globalThis, 'told')),
  }
}

interface Invocation {
  name: string
  args: unknown[]
}

// These two run in the page, and so stand alone.
const invoke = ({ name, args }: Invocation): unknown =>
  name.split('.').reduce((object, key) => object[key], Reflect.get(globalThis, 'rewards'))(...args)

const refuse = async ({ name, args }: Invocation) => {
  try {
    await name.split('.').reduce((object, key) => object[key], Reflect.get(globalThis, 'rewards'))(...args)
    return {}
  } catch (error) {
    const { code, message, cause } = error as { code: string; message: string; cause?: { code: string } }
    return { code, message, cause: cause?.code }
  }
}

const policy = ({ origins }: Demo) =>
  [
    "default-src 'none'; base-uri 'none'; object-src 'none'",
    "script-src 'nonce-host' 'strict-dynamic'",
    `connect-src 'self' ${origins.program}; img-src ${origins.program}`,
    "require-trusted-types-for 'script'; trusted-types 'none'",
  ].join('; ')

/** The files of the bundled SDK, by name. */
let sdk: Promise<Map<string, string>> | undefined

async function serveSdk(context: BrowserContext, origin: string) {
  sdk ??= bundleSdk()
  const files = await sdk
  await context.route(`${origin}/sdk/*`, route => {
    const name = new URL(route.request().url()).pathname.slice('/sdk/'.length)
    return route.fulfill({ contentType: 'text/javascript', body: files.get(name) })
  })
}

async function bundleSdk(): Promise<Map<string, string>> {
  const entry = join(DIST, 'index.js')
  const chunks = await bundle({
    configFile: false,
    build: { minify: false, target: 'es2022', lib: { entry, formats: ['es'], fileName: 'index' } },
  })
  return new Map(chunks.map(({ fileName, code }) => [fileName, code]))
}

/** The token in the page's own copy. */
export async function pageToken(page: Page): Promise<string> {
  const { value = '' } = (await page.context().cookies()).find(({ name }) => PAGE_COOKIE.test(name)) ?? {}
  return decodeURIComponent(value).split('|')[0]!
}
