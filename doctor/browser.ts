import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Finding, fail, pass, warn } from './finding.js'

/** The part of playwright-core that is used. The package is the project's own: the SDK does not depend on it. */
interface Playwright {
  chromium: {
    launch(options: { executablePath: string; chromiumSandbox: boolean; args?: string[] }): Promise<Browser>
  }
}

interface Browser {
  newPage(): Promise<BrowserPage>
  close(): Promise<void>
}

interface BrowserPage {
  on(type: 'console', listener: (message: { text(): string }) => void): void
  on(type: 'response', listener: (response: { url(): string; status(): number }) => void): void
  on(
    type: 'requestfailed',
    listener: (request: { url(): string; failure(): { errorText: string } | null }) => void,
  ): void
  addInitScript(script: string): Promise<unknown>
  goto(url: string): Promise<unknown>
  waitForFunction(test: string, argument: undefined, options: { timeout: number }): Promise<unknown>
  evaluate<T>(script: string): Promise<T>
}

const TIMEOUT_MS = 15_000
const CHROMIUM = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chromium-headless-shell']

/** Counts the zones that have ended loading. Their events do not bubble, but are captured. */
const WATCH = `window[Symbol.for('doctor')] = new Set()
  for (const type of ['load', 'error'])
    document.addEventListener(type, ({ target }) => target.localName === 'rewards-zone' && window[Symbol.for('doctor')].add(target), true)`
/** The page has a runtime, and each of its zones has ended loading. */
const IS_READY = `Boolean(window[Symbol.for('rewards')]) &&
  [...document.querySelectorAll('rewards-zone')].every(zone => window[Symbol.for('doctor')].has(zone))`
const ZONES = `[...document.querySelectorAll('rewards-zone')].map(zone => ({ name: zone.getAttribute('name') ?? '', isShown: zone.offsetHeight > 0 }))`
const HAS_RUNTIME = `Boolean(window[Symbol.for('rewards')])`

/** Opens the page in an installed Chromium, and says what has happened there. `args` are for the browser. */
export async function examineInBrowser(page: string, domain: string, args: string[] = []): Promise<Finding[]> {
  const executablePath = findChromium()
  const playwright = await loadPlaywright()
  if (!executablePath || !playwright)
    return [
      fail(
        'browser',
        `The page was not opened in a browser: ${playwright ? 'there is no Chromium' : 'the package playwright-core is missing'}`,
        playwright
          ? 'Install Chromium or Chrome, or name it: CHROMIUM=/path/to/chrome'
          : 'npm install --no-save playwright-core',
      ),
    ]
  // The sandbox of Chromium does not work for the user root.
  const browser = await playwright.chromium.launch({ executablePath, chromiumSandbox: process.getuid?.() !== 0, args })
  try {
    return await observe(await browser.newPage(), page, domain)
  } finally {
    await browser.close()
  }
}

async function observe(page: BrowserPage, url: string, domain: string): Promise<Finding[]> {
  const findings: Finding[] = []
  const calls = new Set<string>()
  page.on('console', message => {
    const text = message.text()
    if (text.startsWith('[rewards]')) findings.push(warn('browser', text, 'See the address at the end of the message'))
    else if (/content security policy/i.test(text) && text.includes(new URL(domain).host))
      findings.push(fail('browser', withoutQueries(text), 'See the lines about the policy'))
  })
  page.on('response', response => {
    if (!response.url().startsWith(domain)) return
    calls.add(withoutQueries(response.url()))
    if (response.status() >= 400)
      findings.push(
        fail('browser', `${withoutQueries(response.url())} answered ${response.status()}`, 'See docs/errors.md'),
      )
  })
  page.on('requestfailed', request => {
    if (request.url().startsWith(domain) && request.failure()?.errorText !== 'net::ERR_ABORTED')
      findings.push(
        fail(
          'browser',
          `${withoutQueries(request.url())} failed: ${request.failure()?.errorText}`,
          'See the lines above',
        ),
      )
  })
  await page.addInitScript(WATCH)
  try {
    await page.goto(url)
  } catch (error) {
    return [
      fail(
        'browser',
        `The page cannot be opened: ${(error as Error).message.split('\n')[0]}`,
        'Open it in your own browser',
      ),
    ]
  }
  await page.waitForFunction(IS_READY, undefined, { timeout: TIMEOUT_MS }).catch(() => {})
  if (!(await page.evaluate<boolean>(HAS_RUNTIME)))
    return [
      ...findings,
      fail('browser', 'The page has no runtime after 15 seconds', `<script async src="${domain}/rewards.js"></script>`),
    ]
  for (const { name, isShown } of await page.evaluate<{ name: string; isShown: boolean }[]>(ZONES))
    findings.push(
      isShown
        ? pass('browser', `The zone ${name} is shown`)
        : warn('browser', `The zone ${name} is empty`, 'Ignore this if it is meant for other people'),
    )
  return [...findings, pass('browser', `The page has a runtime, and has fetched ${calls.size} addresses of ${domain}`)]
}

/** A query may contain a token. */
const withoutQueries = (text: string) => text.replace(/\?[^\s'"]*/g, '')

function findChromium(): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const found = folders.flatMap(folder => CHROMIUM.map(name => join(folder, name))).find(existsSync)
  return process.env.CHROMIUM ?? found
}

async function loadPlaywright(): Promise<Playwright | undefined> {
  try {
    const path = createRequire(join(process.cwd(), 'package.json')).resolve('playwright-core')
    const loaded = await import(pathToFileURL(path).href)
    return loaded.default ?? loaded
  } catch {
    return undefined
  }
}
