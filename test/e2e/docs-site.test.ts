import { execFile } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { themeJson } from '../../demo/platform/theme/theme-json.js'
import { fixtures } from '../../testing/index.js'
import { axeViolations } from '../axe.js'
import { sharedChromium } from '../chromium.js'
import { requireBuild } from '../require-build.js'
import { SOON } from '../soon.js'

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
    // VitePress blurs a picture behind the widget. With it, axe cannot say what the contrast is.
    await page.locator('.image-bg').evaluate(picture => picture.remove())
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
      // Before it loads, a zone has nothing that could be busy.
      await expect.poll(() => zone.evaluate(({ shadowRoot }) => shadowRoot!.childElementCount)).toBeGreaterThan(0)
      await expect.poll(() => zone.locator('[aria-busy=true]').count()).toBe(0)
      expect(await zone.evaluate(({ shadowRoot }) => shadowRoot!.childElementCount)).toBeGreaterThan(0)
      expect(await zone.locator('[role=alert]').allInnerTexts()).toEqual([])
    }
    expect(problems).toEqual([])
    await page.context().close()
  })
  describe('has a theme editor, which', () => {
    const openEditor = (theme: object = {}, options = {}) =>
      openPage(`/theme-editor?theme=${encodeURIComponent(JSON.stringify(theme))}`, options)
    const mainButton = (page: Page) => page.locator('.previews [part~=main]').first()
    const colorOf = (page: Page) => mainButton(page).evaluate(button => getComputedStyle(button).backgroundColor)
    const cssOf = (page: Page) => page.getByRole('region', { name: 'CSS' }).locator('code').innerText()

    test('shows a theme while it is edited, and gives it as CSS, JSON and a link', async () => {
      const { page, problems } = await openEditor()
      await mainButton(page).waitFor()
      await page.getByRole('textbox', { name: 'Main button', exact: true }).fill('#0b6b3a')
      await expect.poll(() => colorOf(page)).toBe('rgb(11, 107, 58)')
      expect(await cssOf(page)).toBe(':root {\n  --rewards-accent: #0b6b3a;\n}\n')
      const json = await page.getByRole('region', { name: 'JSON' }).locator('code').innerText()
      expect(JSON.parse(json)).toEqual({ scheme: 'light', accent: '#0b6b3a' })
      const forConsole = await page.getByRole('region', { name: 'Console theme' }).locator('code').innerText()
      expect(themeJson.parse(JSON.parse(forConsole))).toMatchObject({
        light: { accent: '#0b6b3a' },
        dark: { accent: '#0b6b3a' },
      })
      await page.getByRole('radio', { name: 'Dark' }).check()
      await page.getByRole('textbox', { name: 'Background', exact: true }).fill('#101010')
      await expect
        .poll(() => cssOf(page))
        .toContain('@media (prefers-color-scheme: dark) {\n  :root {\n    --rewards-text: #f2f2f5;')

      const { page: another } = await openPage(page.url().replace(ORIGIN, ''))
      await expect.poll(() => colorOf(another)).toBe('rgb(11, 107, 58)')
      expect(await cssOf(another)).toBe(await cssOf(page))
      expect(problems).toEqual([])
      await another.context().close()
      await page.context().close()
    })

    test('shows every widget', async () => {
      const { page, problems } = await openEditor()
      const choice = page.getByRole('combobox', { name: 'Widget' })
      const names = await choice
        .locator('option')
        .evaluateAll(all => all.map(option => (option as HTMLOptionElement).value))
      expect(names.filter(Boolean).sort()).toEqual(
        Object.keys(fixtures)
          .filter(name => name !== 'consumer' && name !== 'html')
          .sort(),
      )
      await choice.selectOption('all')
      const zones = page.locator('.previews rewards-zone')
      await expect.poll(() => zones.count()).toBe(names.length - 1)
      for (const zone of await zones.all()) {
        await zone.scrollIntoViewIfNeeded()
        await expect.poll(() => zone.locator('[aria-busy=true]').count(), SOON).toBe(0)
        expect(await zone.locator('[role=alert]').allInnerTexts()).toEqual([])
      }
      expect(problems).toEqual([])
      await page.context().close()
    })

    test('gives no theme whose contrast is too low, and offers the nearest colors that pass', async () => {
      const { page } = await openEditor({ accent: '#f5c542', scheme: 'light' })
      await page.getByText('The contrast is too low.').waitFor()
      expect(await page.getByRole('region', { name: 'CSS' }).count()).toBe(0)
      await page.getByRole('button', { name: 'Main button: #937200' }).first().click()
      expect(await cssOf(page)).toContain('--rewards-accent: #937200;')
      await page.getByText('has the contrast of WCAG 2.2 AA').waitFor()
      await page.context().close()
    })

    test('keeps its controls above the outputs', async () => {
      const { page } = await openEditor({}, { viewport: { width: 1280, height: 700 } })
      await mainButton(page).waitFor()
      await page.getByRole('region', { name: 'Console theme' }).scrollIntoViewIfNeeded()
      const controls = await page.locator('.controls').boundingBox()
      const outputs = await page.locator('.outputs').boundingBox()
      expect(controls!.y + controls!.height).toBeLessThanOrEqual(outputs!.y)
      await page.context().close()
    })

    test('takes only colors, lengths and fonts from a link', async () => {
      const theme = { font: 'x;}body{display:none', accent: 'url(https://attacker.example)', radius: '1e9px', text: 7 }
      const { page, problems } = await openEditor(theme)
      await mainButton(page).waitFor()
      expect(await cssOf(page)).toContain('These are the widgets’ own colors and sizes')
      expect(problems).toEqual([])
      await page.context().close()
    })

    test('marks a font that browsers cannot read, and leaves the theme as it is', async () => {
      const { page, problems } = await openEditor({ font: 'Georgia' })
      const font = page.getByLabel('Font')
      const complaint = () => font.evaluate((input: HTMLInputElement) => input.validationMessage)
      // Before, the page is not hydrated: nothing hears of a change, and the theme of the link takes its place.
      await expect.poll(() => font.inputValue(), SOON).toBe('Georgia')
      await font.fill('Exo 2')
      await font.blur()
      await expect.poll(complaint, SOON).toContain('in quotes')
      expect(await cssOf(page)).toContain('--rewards-font: Georgia;')
      await font.fill('"Exo 2"')
      await font.blur()
      await expect.poll(complaint, SOON).toBe('')
      await expect.poll(() => cssOf(page), SOON).toContain('--rewards-font: "Exo 2";')
      expect(problems).toEqual([])
      await page.context().close()
    })

    test('keeps a font that is being typed when it draws itself again', async () => {
      const { page } = await openEditor({ font: 'Georgia' })
      const font = page.getByLabel('Font')
      await expect.poll(() => font.inputValue(), SOON).toBe('Georgia')
      await font.fill('Verdana')
      // Without leaving the field, as when the previews have loaded.
      await page.getByRole('radio', { name: 'Dark' }).evaluate((radio: HTMLInputElement) => radio.click())
      await page.getByText('Colors, dark').waitFor()
      expect(await font.inputValue()).toBe('Verdana')
      await font.blur()
      await expect.poll(() => cssOf(page), SOON).toContain('--rewards-font: Verdana;')
      await page.getByRole('button', { name: 'Start again' }).click()
      await expect.poll(() => font.inputValue(), SOON).toBe('')
      await page.context().close()
    })

    test.each(['light', 'dark'] as const)('is accessible at 320 px, in %s', async colorScheme => {
      const { page } = await openEditor({ accent: '#f5c542' }, { colorScheme, viewport: { width: 320, height: 640 } })
      await page.getByText('The contrast is too low.').waitFor()
      expect(await isWiderThanScreen(page)).toBe(false)
      // The colors of the previews are what somebody chose.
      await page.locator('.previews').evaluate(previews => previews.remove())
      expect(await axeViolations(page, { rules: NO_LANDMARKS })).toEqual([])
      await page.context().close()
    })
  })
})
