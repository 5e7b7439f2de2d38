import { execFile } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { fixtures } from '../../testing/index.js'
import { axeViolations } from '../axe.js'
import { sharedChromium } from '../chromium.js'
import { requireBuild } from '../require-build.js'

const SITE = resolve('docs/dist')
const ORIGIN = 'https://docs.brand.example'
/** The installation may download 50 MB. */
const BUILD_TIMEOUT_MS = 300_000

/** The file of an address of the site. Addresses of pages have no extension. */
function fileOf(path: string) {
  const file = join(SITE, decodeURIComponent(path))
  return [file, `${file}.html`, join(file, 'index.html')].find(name => /\.\w+$/.test(name) && existsSync(name))
}

async function openPage(path: string, options = {}) {
  const page = await (await sharedChromium()).newPage(options)
  const problems: string[] = []
  page.on('pageerror', error => problems.push(error.message))
  page.on(
    'console',
    message => message.type() === 'error' && problems.push(`${message.text()} ${message.location().url}`),
  )
  await page.route('**', route => {
    const { origin, pathname } = new URL(route.request().url())
    const file = origin === ORIGIN ? fileOf(pathname) : undefined
    return file ? route.fulfill({ path: file }) : route.fulfill({ status: 404, body: '' })
  })
  await page.goto(`${ORIGIN}${path}`)
  return { page, problems }
}

/** The home page of VitePress's theme has no main landmark. */
const NO_LANDMARKS = { region: { enabled: false }, 'landmark-one-main': { enabled: false } }

const isWiderThanScreen = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)

describe('the website of the documentation', () => {
  let pages: Map<string, string>

  beforeAll(async () => {
    requireBuild()
    await promisify(execFile)(process.execPath, ['docs/build.js'], { maxBuffer: 1e8 })
    const files = readdirSync(SITE, { recursive: true, encoding: 'utf8' }).filter(name => name.endsWith('.html'))
    pages = new Map(files.map(name => [name, readFileSync(join(SITE, name), 'utf8')]))
  }, BUILD_TIMEOUT_MS)

  test('has each page as text, with a list, for coding agents', () => {
    const read = (name: string) => readFileSync(join(SITE, name), 'utf8')
    const written = readdirSync('docs').filter(name => name.endsWith('.md') && name !== 'index.md')
    const listed = [...read('llms.txt').matchAll(/^- \[.+\]\(\/([\w-]+\.md)\): .{10,}$/gm)].map(([, name]) => name)
    expect(listed.sort()).toEqual([...written, 'AGENTS.md'].sort())
    const all = read('llms-full.txt')
    for (const name of written) {
      expect(read(name), name).toBe(readFileSync(`docs/${name}`, 'utf8'))
      expect(all).toContain(read(name))
    }
    expect(all).toContain(readFileSync('AGENTS.md', 'utf8'))
  })

  test('has a page for each file in docs, and for each entry of the package', () => {
    const written = readdirSync('docs').filter(name => name.endsWith('.md'))
    const entries = ['', '/widgets', '/testing', '/react', '/vue', '/svelte']
    const expected = [
      ...written.map(name => name.replace('.md', '.html')),
      ...entries.map(entry => `reference/rewards-web-sdk${entry}/index.html`),
    ]
    expect([...pages.keys()]).toEqual(expect.arrayContaining(expected))
  })

  test('links from its sidebar to every page', () => {
    const home = pages.get('quick-start.html')!
    const missing = readdirSync('docs')
      .filter(name => name.endsWith('.md') && name !== 'index.md')
      .filter(name => !home.includes(`href="/${name.replace('.md', '')}"`))
    expect(missing).toEqual([])
  })

  test('has no link to a page, a heading or a file that does not exist', () => {
    const dead: string[] = []
    for (const [name, html] of pages)
      for (const [, target = ''] of html.matchAll(/\s(?:href|src)="([^"]*)"/g)) {
        if (name === '404.html' && target === '/') continue
        const { origin, pathname, hash } = new URL(target.replaceAll('&amp;', '&'), `${ORIGIN}/${name}`)
        if (origin !== ORIGIN) continue
        const file = fileOf(pathname)
        const id = decodeURIComponent(hash.slice(1))
        if (!file || (id && !readFileSync(file, 'utf8').includes(`id="${id}"`))) dead.push(`${name}: ${target}`)
      }
    expect(dead).toEqual([])
  })

  test('links only to files that the repository has', () => {
    const repository = /https:\/\/github\.com\/[\w-]+\/[\w-]+\/blob\/main\/([^"#]*)/g
    const files = new Set([...pages.values()].flatMap(html => [...html.matchAll(repository)].map(([, file]) => file!)))
    expect(files).toContain('SECURITY.md')
    expect([...files].filter(file => !existsSync(file))).toEqual([])
  })

  test.each(['light', 'dark'] as const)('shows a live widget on its home page, in %s', async colorScheme => {
    const { page, problems } = await openPage('/', { colorScheme, viewport: { width: 320, height: 640 } })
    await page.getByRole('heading', { name: fixtures.share.headline }).waitFor()
    expect(await isWiderThanScreen(page)).toBe(false)
    expect(await axeViolations(page, { rules: NO_LANDMARKS })).toEqual([])
    expect(problems).toEqual([])
    await page.context().close()
  })

  test('shows every widget in its gallery', async () => {
    const { page, problems } = await openPage('/gallery')
    const zones = page.locator('.widget-preview rewards-zone')
    // HTML is shown by a file of the program domain, which the website does not have.
    const names = Object.keys(fixtures).filter(name => name !== 'consumer' && name !== 'html')
    await expect.poll(() => zones.count()).toBe(names.length)
    for (const zone of await zones.all()) {
      await zone.scrollIntoViewIfNeeded()
      await zone.locator('[aria-busy=true]').waitFor({ state: 'detached' })
      expect(await zone.evaluate(({ shadowRoot }) => shadowRoot!.childElementCount)).toBeGreaterThan(0)
      expect(await zone.locator('[role=alert]').allInnerTexts()).toEqual([])
    }
    expect(problems).toEqual([])
    await page.context().close()
  })
})
