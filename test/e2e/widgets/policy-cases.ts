// The tests of the shop's content security policy, which run in each browser: see engines.test.ts.

import { expect, test } from 'vitest'
import { SOON } from '../../soon.js'
import type { LoggedDemo } from '../demo.js'
import type { Tab } from '../tab.js'

/** Each directive of the shop's policy, and what a browser calls the one that was violated: a kind of its own, where there is such a name. */
const DIRECTIVES: [directive: string, told: RegExp][] = [
  ['default-src', /^(default|font)-src$/],
  ['base-uri', /^base-uri$/],
  ['object-src', /^object-src$/],
  ['script-src', /^script-src(-elem)?$/],
  ['style-src', /^style-src(-elem)?$/],
  ['connect-src', /^connect-src$/],
  ['img-src', /^img-src$/],
  ['media-src', /^media-src$/],
  ['frame-src', /^frame-src$/],
  ['form-action', /^form-action$/],
  ['require-trusted-types-for', /^require-trusted-types-for$/],
  ['trusted-types', /^trusted-types$/],
]
/** Each of its many steps may take as long. */
const LONG = { timeout: 300_000 }

/** The strict policy of the demo's shop, Trusted Types included, in any browser: each test gets a tab that knows nothing yet. */
export function describePolicy(visited: () => LoggedDemo, newTab: () => Promise<Tab>) {
  /** The directives whose violation by a page browsers have told the shop of, since `start`: what is told of another may come late. */
  const violations = (start: number, page: string): string[] =>
    visited()
      .requests.slice(start)
      .filter(({ method, url }) => method === 'POST' && new URL(url).pathname === '/violations')
      .map(({ body }) => JSON.parse(body)['csp-report'])
      .filter(report => report['document-uri'] === page)
      .map(report => report['effective-directive'])

  test('reports a violation of each directive', async () => {
    const tab = await newTab()
    const { requests, origins } = visited()
    const start = requests.length
    const page = `${origins.shop}/violations`
    await tab.open(page)
    // Firefox has Trusted Types from 148 on.
    const known = (await tab.evaluate(`'trustedTypes' in window`))
      ? DIRECTIVES
      : DIRECTIVES.filter(([directive]) => !directive.includes('trusted-types'))
    const unheard = () =>
      known.filter(([, told]) => !violations(start, page).some(name => told.test(name))).map(([name]) => name)
    await expect.poll(unheard, SOON).toEqual([])
  })

  test('is not violated by any widget, shown and used', LONG, async () => {
    const tab = await newTab()
    const { requests, origins } = visited()
    const { shop } = origins
    const start = requests.length
    await tab.open(shop)
    await shown(tab, 'share_experience', '[part=channels]')
    await tab.evaluate(
      `document.querySelector('main').append(...['global_header', 'welcome_offer'].map(name => Object.assign(document.createElement('rewards-zone'), { name })))`,
    )

    await press(tab, 'share_experience', '[part=copy] button')
    await shown(tab, 'share_experience', '[part=status]:not(:empty)')
    // The message in one's own words, then the code to scan.
    const unfold = (nth: string) => press(tab, 'share_experience', `[aria-expanded]:nth-last-of-type(${nth})`)
    await unfold('1')
    await shown(tab, 'share_experience', 'textarea')
    await unfold('2')
    await shown(tab, 'share_experience', '[part=qr-code]')

    await shown(tab, 'welcome_offer', '[part=field]')
    await tab.evaluate(`document.querySelector('rewards-zone > input').value = 'grace@example.com'`)
    await press(tab, 'welcome_offer', '[part=copy] button')
    await press(tab, 'welcome_offer', '[part=link] ~ *, [part=copy]:has([part=link]) button')

    await press(tab, 'global_header', '[part=banner]')
    await shown(tab, 'global_header', 'dialog[open]')
    await expect
      .poll(
        () =>
          tab.evaluate(
            `!!${zone('global_header')}.querySelector('dialog rewards-zone').shadowRoot.querySelector('[part=channels]')`,
          ),
        SOON,
      )
      .toBe(true)
    await press(tab, 'global_header', '[part=close]')
    await shown(tab, 'global_header', 'dialog:not([open])')
    expect(await violationsOfPage(tab, start)).toEqual([])

    const second = requests.length
    await tab.open(`${shop}/products/terra-planter`)
    await press(tab, 'product', '[part=copy] button')
    await shown(tab, 'product', '[part=status]:not(:empty)')
    expect(await violationsOfPage(tab, second)).toEqual([])
  })

  test('lets a page name the file of the widgets, which the browser fetches once', async () => {
    const tab = await newTab()
    const { requests, origins } = visited()
    const start = requests.length
    await tab.open(`${origins.shop}/three`)
    await shown(tab, 'product', '[part=channels]')
    expect(await violationsOfPage(tab, start)).toEqual([])
    const files = requests.slice(start).map(({ url }) => url.replace(/.*\//, ''))
    expect(files.filter(name => /widgets\.js$/.test(name))).toEqual(['rewards-widgets.js'])
  })

  /** All that a page has violated so far: it violates its policy once more, and when that is heard, all before it is. */
  async function violationsOfPage(tab: Tab, start: number) {
    await tab.evaluate(`(() => {
      const style = document.createElement('style')
      style.append('p { color: red }')
      document.body.append(style)
    })()`)
    const page = String(await tab.evaluate('location.href'))
    await expect.poll(() => violations(start, page).at(-1), SOON).toMatch(/^style-src/)
    return violations(start, page).slice(0, -1)
  }
}

/** The source of what is inside a zone. */
const zone = (name: string) => `document.querySelector('rewards-zone[name=${name}]').shadowRoot`

const shown = (tab: Tab, name: string, selector: string) =>
  expect.poll(() => tab.evaluate(`!!${zone(name)}?.querySelector('${selector}')`), SOON).toBe(true)

/** Clicks on what is there, or will be, once it stands still: what moves under a click is missed. */
async function press(tab: Tab, name: string, selector: string) {
  await shown(tab, name, selector)
  const measure = () =>
    tab.evaluate(`(() => {
    const element = ${zone(name)}.querySelector('${selector}')
    element.scrollIntoView({ block: 'center', behavior: 'instant' })
    const { x, y, width, height } = element.getBoundingClientRect()
    return [Math.round(x + width / 2), Math.round(y + height / 2)]
  })()`) as Promise<[number, number]>
  let place = await measure()
  const move = async () => {
    const before = place
    place = await measure()
    return place.some((at, axis) => at !== before[axis])
  }
  await expect.poll(move, SOON).toBe(false)
  await tab.click(...place)
}
