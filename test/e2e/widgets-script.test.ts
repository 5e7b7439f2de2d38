import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import type { ScriptRewards } from '../../src/api.js'
import { DIST } from '../require-build.js'
import { openBarePage } from './bare-page.js'
import { useDemo } from './demo.js'

const visit = useDemo()
/** Modules are fetched with CORS. */
const ALLOW_ALL = { 'access-control-allow-origin': '*' }
const zone = (name: string) => `<rewards-zone name="${name}"></rewards-zone>`
const tag = (src: string) => `<script type="module" async nonce="bare" src="${src}"></script>`
const named = () => `${visit.demo.origins.program}/rewards-widgets.js`

/** The files of the SDK that pages fetched, by their names. */
const fetched = () =>
  visit.demo.requests
    .filter(({ url }) => url.startsWith(visit.demo.origins.program) && url.endsWith('.js'))
    .map(({ url }) => url.replace(/.*\//, ''))
/** Only those that a page fetches before its first zone: the page of the test before may still fetch others. */
const fetchedAtFirst = () => fetched().filter(name => /widgets|^rewards\.js/.test(name))
const zoneRequests = () => visit.demo.requests.filter(({ url }) => url.endsWith('/zones'))

interface Options extends NonNullable<Parameters<typeof openBarePage>[2]> {
  /** Runs before the page is opened. */
  prepare?(page: Page): Promise<unknown>
}

/** Opens a page with zones that names `rewards-widgets.js`. */
async function openZones(names: string[], { prepare, ...options }: Options = {}) {
  visit.demo.requests.length = 0
  const visitor = await visit.newVisitor()
  await prepare?.(visitor.page)
  await openBarePage(visitor.page, visit.demo, { ahead: tag(named()), body: names.map(zone).join(''), ...options })
  return visitor
}

const waitForShare = (page: Page) => page.getByRole('textbox', { name: 'Your link' }).waitFor()
const waitForOffer = (page: Page) =>
  page.locator('rewards-zone[name=welcome_offer] [part~=card]:not([part~=skeleton])').first().waitFor()

describe('rewards-widgets.js', () => {
  test('of the same build is fetched once, and no other copy of the element', async () => {
    const { page, complaints } = await openZones(['share_experience', 'welcome_offer', 'global_header'])
    await waitForShare(page)
    await waitForOffer(page)
    const button = page.locator('rewards-zone[name=global_header] button').first()
    await button.waitFor()
    expect(zoneRequests()).toHaveLength(3)
    await button.click()
    await page.getByRole('dialog').waitFor()
    expect(fetchedAtFirst().sort()).toEqual(['rewards-widgets.js', 'rewards.js'])
    expect(fetched()).toContain('cta-view.js')
    expect(complaints).toEqual([])
  })

  test('that arrives before rewards.js waits for it: the content is requested first', async () => {
    const { page, complaints } = await openZones(['share_experience'], {
      prepare: page =>
        page.route('**/rewards.js', async route => {
          await page.waitForResponse('**/rewards-widgets.js')
          await route.continue()
        }),
    })
    await waitForShare(page)
    expect(fetchedAtFirst()).toEqual(['rewards-widgets.js', 'rewards.js'])
    expect(zoneRequests()).toHaveLength(1)
    expect(complaints).toEqual([])
  })

  test('of another build is left alone, and the file of the own build is used', async () => {
    const { page, complaints } = await openZones(['share_experience', 'welcome_offer'], {
      prepare: page =>
        page.route(named(), route => {
          const code = readFileSync(join(DIST, 'rewards-widgets.js'), 'utf8')
          const body = code.replaceAll(/(rewards-[\d.]+\/)[\da-f]{8}\b/g, '$1ffffffff')
          return route.fulfill({ contentType: 'text/javascript', headers: ALLOW_ALL, body })
        }),
    })
    await waitForShare(page)
    await waitForOffer(page)
    expect(fetched().filter(name => name === 'widgets.js')).toHaveLength(1)
    expect(complaints).toEqual([])
  })

  test.each<[string, (page: Page) => Promise<unknown>]>([
    ['is missing', page => page.route(named(), route => route.fulfill({ status: 404 }))],
    ['is blocked', page => page.route(named(), route => route.abort())],
    [
      'is no script',
      page =>
        page.route(named(), route => route.fulfill({ contentType: 'text/html', headers: ALLOW_ALL, body: '<p>' })),
    ],
  ])('that %s costs nothing but time: the file of the build is used', async (_, prepare) => {
    const { page } = await openZones(['share_experience'], { prepare })
    await waitForShare(page)
    expect(fetched().filter(name => name === 'widgets.js')).toHaveLength(1)
    expect(zoneRequests()).toHaveLength(1)
  })

  test('from another folder is not run, even if the page’s policy would allow it', async () => {
    const { shop } = visit.demo.origins
    let wasAsked = false
    const { page } = await openZones(['share_experience'], {
      // Markup that somebody has injected: without the nonce, the browser does not run it.
      ahead: tag(`${shop}/rewards-widgets.js`).replace('nonce="bare" ', ''),
      prepare: page =>
        page.route(`${shop}/rewards-widgets.js`, route => {
          wasAsked = true
          return route.fulfill({ contentType: 'text/javascript', body: 'globalThis.isInjected = true' })
        }),
    })
    await waitForShare(page)
    expect(wasAsked).toBe(false)
    expect(fetched()).toContain('widgets.js')
  })

  test('does nothing on a page without zones until one is mounted', async () => {
    const { page, complaints } = await openZones([], { before: 'window.rewards = []' })
    await page.waitForFunction(() => 'domain' in (window.rewards ?? {}))
    expect(await page.evaluate(() => Boolean(customElements.get('rewards-zone')))).toBe(false)
    await page.evaluate(() => (window.rewards as ScriptRewards).mount('body', 'share_experience'))
    await waitForShare(page)
    expect(fetched()).not.toContain('widgets.js')
    expect(complaints).toEqual([])
  })

  test('serves two script tags of rewards.js, which are one runtime and one element', async () => {
    const { page, complaints } = await openZones(['share_experience', 'welcome_offer'], { scripts: 2 })
    await waitForShare(page)
    await waitForOffer(page)
    expect(fetched().filter(name => name.startsWith('rewards'))).toEqual(
      expect.arrayContaining(['rewards-widgets.js', 'rewards.js']),
    )
    expect(fetched()).not.toContain('widgets.js')
    expect(zoneRequests()).toHaveLength(2)
    expect(complaints).toEqual([])
  })
})
