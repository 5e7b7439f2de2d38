// The example apps for frameworks: built by Vite as customers build theirs, rendered on a server, and opened beside a platform in this process.

import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import type { BrowserContext } from 'playwright-core'
import { expect } from 'vitest'
import type { TestPlatform } from '../../testing/index.js'
import { type AppPage, openAppPage } from './app-page.js'

const run = promisify(execFile)

const PLACEHOLDER = '<!--app-->'

export interface FrameworkApp {
  /** The HTML that a server renders for a path. */
  render(path: string): Promise<string>
  /** Opens the app. With `html`, the page comes from a server that has rendered it. */
  open(context: BrowserContext, options: OpenOptions): Promise<AppPage>
}

interface OpenOptions {
  platform: TestPlatform
  path?: string
  html?: string
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

  const open: FrameworkApp['open'] = (context, { html = PLACEHOLDER, ...options }) =>
    openAppPage(context, {
      ...options,
      serve: (route, pathname) =>
        pathname.startsWith('/assets/')
          ? route.fulfill({ path: join(client, pathname) })
          : route.fulfill({ contentType: 'text/html', body: document.replace(PLACEHOLDER, () => html) }),
    })

  return { open, render: path => render(join(server, 'entry-server.js'), path) }
}

/** In processes of their own: this one is a test, for which the frameworks have other builds. */
const production = { env: { ...process.env, NODE_ENV: 'production' } }

const viteBuild = (root: string, ...options: string[]) =>
  run('npx', ['vite', 'build', root, '--emptyOutDir', '--logLevel', 'warn', ...options], production)

async function render(entry: string, path: string): Promise<string> {
  // Twice, as for two visitors. A request is an error.
  const script = `
    globalThis.fetch = url => console.error('The server has requested ' + url)
    const { render } = await import(${JSON.stringify(pathToFileURL(entry))})
    const html = await render(${JSON.stringify(path)})
    if ((await render(${JSON.stringify(path)})) !== html) console.error('The second visitor gets other HTML')
    process.stdout.write(html)`
  const { stdout, stderr } = await run(process.execPath, ['--input-type=module', '--eval', script], production)
  expect(stderr).toBe('')
  return stdout
}
