import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Rewards } from '../../src/index.js'
import { createTestPlatform, fixtures } from '../../testing/index.js'
import { DIST, requireBuild } from '../require-build.js'
import { SOON } from '../soon.js'
import { useContexts } from './use-contexts.js'

const SHOP = 'https://www.brand.example/'
const DOMAIN = 'https://share.brand.example'
const SCRIPT = `${DOMAIN}/rewards.js`
const newContext = useContexts()

beforeAll(requireBuild)

/** A page with the script tag. The platform is in this process, as in docs/testing.md. */
async function open(body: string) {
  const platform = createTestPlatform({
    domain: DOMAIN,
    zones: { share_experience: fixtures.share, cta: fixtures.cta },
  })
  const context = await newContext()
  const page = await context.newPage()
  const failures: string[] = []
  page.on('pageerror', error => failures.push(String(error)))
  await page.route(SHOP, route => route.fulfill({ contentType: 'text/html', body: `<!doctype html>${body}` }))
  await page.route(`${platform.domain}/**`, async route => {
    const request = route.request()
    const { pathname } = new URL(request.url())
    if (pathname.endsWith('.js')) {
      const headers = { 'access-control-allow-origin': '*' }
      const script = readFileSync(join(DIST, pathname))
      return route.fulfill({ contentType: 'text/javascript', headers, body: script })
    }
    const response = await platform.answer(
      new Request(request.url(), {
        method: request.method(),
        headers: request.headers(),
        body: request.postData(),
      }),
    )
    if (response.type === 'error') return route.abort()
    return route.fulfill({
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: await response.text(),
    })
  })
  await page.goto(SHOP)
  return { page, platform, failures }
}

/** The types of the listeners of window and document that scripts of the SDK have added, as the browser knows them. */
async function watchListeners(page: Page) {
  const session = await page.context().newCDPSession(page)
  const scripts = new Set<string>()
  session.on('Debugger.scriptParsed', ({ scriptId, url }) => url.includes('/rewards') && scripts.add(scriptId))
  await session.send('Debugger.enable')
  return async () => {
    const types: string[] = []
    for (const expression of ['window', 'document']) {
      const { result } = await session.send('Runtime.evaluate', { expression })
      const { listeners } = await session.send('DOMDebugger.getEventListeners', { objectId: result.objectId! })
      types.push(...listeners.filter(({ scriptId }) => scripts.has(scriptId)).map(({ type }) => type))
    }
    return types
  }
}

describe('the testing kit, behind a browser', () => {
  test('serves the script tag and its widgets', async () => {
    const { page, platform, failures } = await open(
      `<script src="${SCRIPT}"></script><rewards-zone name="share_experience"></rewards-zone><rewards-zone name="cta"></rewards-zone>`,
    )
    await page.getByRole('heading', { name: fixtures.share.headline! }).waitFor()
    await page.getByRole('button', { name: fixtures.cta.text! }).waitFor()
    await page.evaluate(() => (Reflect.get(window, 'rewards') as Rewards).track('purchase', { cart_value: 48 }))
    expect(platform.events.map(({ name }) => name)).toContain('purchase')
    expect(failures).toEqual([])
  })
})

describe('destroy(), in a browser', () => {
  test('leaves no listener and no lock, and the next runtime delivers what waits', async () => {
    const { page, platform, failures } = await open('')
    const listeners = await watchListeners(page)
    await page.addScriptTag({ url: SCRIPT })
    await page.evaluate(() => (Reflect.get(window, 'rewards') as Rewards).zone('share_experience'))
    const restore = platform.fail('/events', 'network_error')
    await page.evaluate(() => {
      const rewards = Reflect.get(window, 'rewards') as Rewards
      const ended = rewards.track('purchase', {}, { id: 'J-1' }).catch(({ code }) => code)
      Object.assign(window, { ended })
    })
    await expect.poll(() => platform.requests.some(({ path }) => path.endsWith('/events')), SOON).toBe(true)
    expect(await listeners()).toEqual(expect.arrayContaining(['pageshow', 'submit', 'click', 'pagehide', 'storage']))
    await page.evaluate(() => (Reflect.get(window, 'rewards') as Rewards).destroy())
    expect(await page.evaluate(() => Reflect.get(window, 'ended'))).toBe('aborted')
    expect(await listeners()).toEqual([])
    const locks = () => page.evaluate(async () => (await navigator.locks.query()).held?.length)
    await expect.poll(locks, SOON).toBe(0)
    restore()
    expect(platform.events).toEqual([])
    await page.addScriptTag({ url: SCRIPT })
    await expect.poll(() => platform.events.map(({ data }) => data.partner_event_id), SOON).toEqual(['J-1'])
    expect(failures).toEqual([])
  })
})
