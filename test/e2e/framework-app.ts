// The example apps for frameworks: built by Vite as customers build theirs, rendered on a server, and opened beside a platform in this process.

import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import type { BrowserContext, Page, Route } from 'playwright-core'
import { expect } from 'vitest'
import type { TestPlatform } from '../../testing/index.js'

const run = promisify(execFile)

const ORIGIN = 'http://localhost:5173'
export const DOMAIN = 'http://share.brand.localhost:4400'
const PLACEHOLDER = '<!--app-->'

export interface FrameworkApp {
  /** The HTML that a server renders for a path. */
  render(path: string): Promise<string>
  /** Opens the app. With `html`, the page comes from a server that has rendered it. */
  open(context: BrowserContext, options: OpenOptions): Promise<OpenedApp>
}

interface OpenOptions {
  platform: TestPlatform
  path?: string
  html?: string
}

interface OpenedApp {
  page: Page
  /** What the console complained about, and errors that nobody caught. */
  complaints: string[]
}

/** Checks the types of the app in `demo/<name>`, and builds it for the browser and for a server. */
export async function buildApp(name: string): Promise<FrameworkApp> {
  const root = resolve('demo', name)
  const client = join(root, 'dist/client')
  const server = join(root, 'dist/server')
  await Promise.all([
    run('npx', ['tsc', '-p', root]),
    viteBuild(root, '--outDir', client),
    viteBuild(root, '--outDir', server, '--ssr', 'src/entry-server.ts'),
  ])
  const document = await readFile(join(client, 'index.html'), 'utf8')

  async function open(context: BrowserContext, { path = '/', html = PLACEHOLDER, platform }: OpenOptions) {
    const page = await context.newPage()
    const complaints: string[] = []
    page.on('pageerror', error => complaints.push(String(error)))
    page.on('console', message => {
      if (['warning', 'error'].includes(message.type())) complaints.push(message.text())
    })
    await page.route(`${ORIGIN}/**`, route => {
      const { pathname } = new URL(route.request().url())
      return pathname.startsWith('/assets/')
        ? route.fulfill({ path: join(client, pathname) })
        : route.fulfill({ contentType: 'text/html', body: document.replace(PLACEHOLDER, () => html) })
    })
    await page.route(`${DOMAIN}/**`, route => answer(platform, route))
    await page.goto(`${ORIGIN}${path}`)
    return { page, complaints }
  }

  return { open, render: path => render(join(server, 'entry-server.js'), path) }
}

/** In processes of their own: this one is a test, for which the frameworks have other builds. */
const production = { env: { ...process.env, NODE_ENV: 'production' } }

const viteBuild = (root: string, ...options: string[]) =>
  run('npx', ['vite', 'build', root, '--emptyOutDir', '--logLevel', 'warn', ...options], production)

async function render(entry: string, path: string): Promise<string> {
  const script = `
    const { render } = await import(${JSON.stringify(pathToFileURL(entry))})
    process.stdout.write(await render(${JSON.stringify(path)}))`
  const { stdout, stderr } = await run(process.execPath, ['--input-type=module', '--eval', script], production)
  expect(stderr).toBe('')
  return stdout
}

async function answer(platform: TestPlatform, route: Route) {
  const request = route.request()
  const init = { method: request.method(), headers: request.headers(), body: request.postData() }
  const response = await platform.answer(new Request(request.url(), init))
  return route.fulfill({
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: await response.text(),
  })
}
