import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import type { InlineConfig } from 'vite'
import { beforeAll, describe, expect, test } from 'vitest'
import { createTestPlatform, fixtures, type TestPlatform } from '../../../testing/index.js'
import { bundle } from '../../bundle.js'
import { requireBuild } from '../../require-build.js'
import { SOON } from '../../soon.js'
import { DOMAIN, openAppPage, serveScript } from '../app-page.js'
import { useContexts } from '../use-contexts.js'

const APP = resolve('test/e2e/react/strict-app.tsx')
const ENTRY = resolve('test/e2e/react/entry.js')
const HEADLINE = 'Welcome to the club'

/** Continues the HTML of a server, if there is any. */
const CLIENT = `
  import { createElement, version } from 'react'
  import { createRoot, hydrateRoot } from 'react-dom/client'
  import { App } from '${APP}'
  const container = document.getElementById('app')
  const zone = container.querySelector('rewards-zone')
  const app = createElement(App, { domain: '${DOMAIN}' })
  const root = zone ? hydrateRoot(container, app) : createRoot(container)
  const show = () => root.render(app)
  if (!zone) show()
  Object.assign(globalThis, { show, hide: () => root.render(null), version, zoneOfServer: zone })`

/** Renders the app twice, as for two visitors. A request is an error. */
const SERVER = `
  import { createElement } from 'react'
  import { renderToString } from 'react-dom/server'
  import { App } from '${APP}'
  globalThis.fetch = url => console.error('The server has requested ' + url)
  const render = () => renderToString(createElement(App, { domain: '${DOMAIN}' }))
  process.stdout.write(JSON.stringify([render(), render()]))`

/** Bundles the app for development: React then warns. `suffix` ends the names that the packages of a version have here. */
async function bundleApp(code: string, suffix: string, build: InlineConfig['build']) {
  const [chunk] = await bundle({
    configFile: false,
    publicDir: false,
    mode: 'development',
    define: { 'process.env.NODE_ENV': '"development"' },
    plugins: [{ name: 'entry', resolveId: id => (id === ENTRY ? id : null), load: id => (id === ENTRY ? code : null) }],
    resolve: { alias: [{ find: /^(react(-dom)?)(?=$|\/)/, replacement: `$1${suffix}` }] },
    ssr: { noExternal: true },
    build: {
      minify: false,
      ...build,
      rolldownOptions: { input: ENTRY, output: { codeSplitting: false }, checks: { ineffectiveDynamicImport: false } },
    },
  })
  return chunk!.code
}

/** Runs a module on a server. A warning of React fails. */
async function run(code: string): Promise<string[]> {
  const running = promisify(execFile)(process.execPath, ['--input-type=module', '-'])
  running.child.stdin!.end(code)
  const { stdout, stderr } = await running
  expect(stderr).toBe('')
  return JSON.parse(stdout)
}

/** The requests for zones and for the profile. */
const requested = ({ requests }: TestPlatform) =>
  requests
    .filter(({ path }) => path.endsWith('/zones') || path === '/api/v4/me')
    .map(({ path, body }) => Object(body).event_name ?? path)
    .sort()

const ONCE = ['/api/v4/me', 'share_experience', 'welcome_offer']

const shown = async (page: Page) => {
  await page.getByRole('textbox', { name: 'Your invitation' }).waitFor()
  await page.getByRole('heading', { name: HEADLINE }).waitFor()
  await page.getByText('Hello').waitFor()
}

describe.each([
  ['18', '-18'],
  ['19', ''],
])('an app in development mode, in the StrictMode of React %s', (version, suffix) => {
  const newContext = useContexts()
  let script: string
  let html: string[]

  beforeAll(async () => {
    requireBuild()
    const [client, server] = await Promise.all([
      bundleApp(CLIENT, suffix, {}),
      bundleApp(SERVER, suffix, { ssr: true, target: 'node20' }),
    ])
    script = client
    html = await run(server)
  })

  async function open(markup = '') {
    const platform = createTestPlatform({
      domain: DOMAIN,
      zones: { share_experience: fixtures.share, welcome_offer: { headline: HEADLINE } },
    })
    const serve = serveScript(script, markup)
    const { page, complaints } = await openAppPage(await newContext(), { platform, serve })
    await shown(page)
    return { platform, page, complaints }
  }

  test('requests everything once, and again after it was removed and rendered again', async () => {
    const { platform, page, complaints } = await open()
    expect(await page.evaluate(() => Reflect.get(globalThis, 'version'))).toMatch(new RegExp(`^${version}\\.`))
    expect(requested(platform)).toEqual(ONCE)
    await page.evaluate('hide()')
    await page.locator('rewards-zone').waitFor({ state: 'detached' })
    await page.evaluate('show()')
    await expect.poll(() => requested(platform), SOON).toEqual([...ONCE, ...ONCE].sort())
    await shown(page)
    expect(await page.locator('rewards-zone').count()).toBe(1)
    expect(complaints).toEqual([])
  })

  test('follows the consumer', async () => {
    const { page, complaints } = await open()
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByText('You are identified. Hello, Ada.').waitFor()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByText('You are anonymous. Hello, null.').waitFor()
    expect(complaints).toEqual([])
  })

  test('renders on a server without a request, for each visitor the same', () => {
    const [first, second] = html
    expect(first!.replaceAll('<!-- -->', '')).toContain('You are anonymous. Loading …')
    expect(first).toContain('{&quot;labels&quot;:&quot;refer&quot;}')
    expect(first).toContain('Content of the page')
    expect(second).toBe(first)
  })

  test('continues the HTML of the server, and keeps the settings of a zone', async () => {
    const { platform, page, complaints } = await open(html[0])
    const zone = page.locator('rewards-zone')
    expect(await zone.evaluate(element => element === Reflect.get(globalThis, 'zoneOfServer'))).toBe(true)
    expect(await zone.evaluate(element => Reflect.get(element, 'data'))).toEqual({ labels: 'refer' })
    expect(await zone.getAttribute('class')).toBe('wide')
    expect(await zone.getAttribute('defer-hydration')).toBeNull()
    expect(requested(platform)).toEqual(ONCE)
    expect(complaints).toEqual([])
  })
})
