import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { ScriptRewards } from '../../src/api.js'
import { axeViolationsOfSchemes } from '../axe.js'
import { strictPolicy } from './bare-page.js'
import { useDemo } from './demo.js'

const visit = useDemo()

const ZONES = '<rewards-zone name="share_experience"></rewards-zone>'

interface InspectedPage {
  /** Attributes of the script tag. */
  attributes?: string
  query?: string
  dir?: string
}

/** Opens a page of the shop's origin under the strict policy. */
async function open({
  attributes = 'data-debug="query"',
  query = '?rewards_debug=1',
  dir = 'ltr',
}: InspectedPage = {}) {
  const visitor = await visit.newVisitor({ permissions: ['clipboard-read', 'clipboard-write'] })
  const { page } = visitor
  const { program, shop } = visit.demo.origins
  visit.demo.requests.length = 0
  await page.route(`${shop}/inspected*`, route =>
    route.fulfill({
      contentType: 'text/html',
      headers: { 'content-security-policy': strictPolicy(program, 'page') },
      body: `<!doctype html><html lang="en" dir="${dir}"><title>Shop</title><body><main><h1>Shop</h1>${ZONES}</main>
        <script async nonce="page" src="${program}/rewards.js" ${attributes}></script>`,
    }),
  )
  await page.goto(`${shop}/inspected${query}`)
  await page.getByRole('textbox', { name: 'Your link' }).waitFor()
  return visitor
}

const drawerOf = (page: Page) => page.getByRole('region', { name: 'Rewards inspector' })
const copied = (page: Page) => page.evaluate(() => navigator.clipboard.readText())
const inspectorFiles = () => visit.demo.requests.filter(({ url }) => url.includes('/inspector.js'))

test('the inspector shows the first zone of a page, under the strict policy', async () => {
  const { page, complaints } = await open()
  const drawer = drawerOf(page)
  await drawer.getByText('arrived').waitFor()
  await drawer.getByRole('tab', { name: 'Zones' }).click()
  await drawer.getByRole('listitem').filter({ hasText: 'share_experience' }).getByText('Why:').waitFor()
  await drawer.getByRole('tab', { name: 'Calls' }).click()
  await drawer.getByText('POST /zones').waitFor()
  expect(complaints).toEqual([])
})

test('a page that hides elements which are not defined shows it', async () => {
  const { page } = await open()
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(
      ':not(:defined) { display: none } rewards-inspector { opacity: 0 !important; display: none !important }',
    )
    document.adoptedStyleSheets.push(sheet)
  })
  await drawerOf(page).getByText('arrived').waitFor()
})

test('the shop of the demo allows it', async () => {
  const { page, complaints } = await visit.newVisitor()
  await page.goto(`${visit.demo.origins.shop}/?rewards_debug=1`)
  const drawer = drawerOf(page)
  await drawer.getByText('arrived').waitFor()
  // A call about the consumer's data sends the token in the header all the same.
  await page.evaluate(() => (window.rewards as ScriptRewards).profile.get())
  await drawer.getByRole('tab', { name: 'Calls' }).click()
  await drawer.getByText('GET /api/v4/me').waitFor()
  await drawer.getByRole('tab', { name: 'Consumer' }).click()
  await drawer.getByText('Page and program domain are same-site').waitFor()
  expect(complaints).toEqual([])
})

test.each([
  ['the tag does not allow it', { attributes: '' }],
  ['the tag has data-debug without a value', { attributes: 'data-debug' }],
  ['the address does not ask for it', { query: '' }],
  ['the address says no', { query: '?rewards_debug=0' }],
])('nothing of it is loaded if %s', async (_, options) => {
  const { page } = await open(options)
  expect(inspectorFiles()).toEqual([])
  expect(await drawerOf(page).count()).toBe(0)
})

test('a page with data-debug="query" whose address does not ask loads nothing to explain mistakes', async () => {
  await open({ query: '' })
  expect(visit.demo.requests.filter(({ url }) => url.includes('/diagnostics.js'))).toEqual([])
})

test('without its file, the page works all the same', async () => {
  const visitor = await visit.newVisitor()
  const { program, shop } = visit.demo.origins
  await visitor.page.route('**/inspector.js*', route => route.abort())
  await visitor.page.route(`${shop}/inspected*`, route =>
    route.fulfill({
      contentType: 'text/html',
      body: `<!doctype html><html lang="en"><title>Shop</title><body>${ZONES}
        <script async src="${program}/rewards.js" data-debug="query"></script>`,
    }),
  )
  await visitor.page.goto(`${shop}/inspected?rewards_debug=1`)
  await visitor.page.getByRole('textbox', { name: 'Your link' }).waitFor()
})

test('an event that cannot be delivered is shown from the storage of the browser, with its attempts, until it is', async () => {
  const { page } = await open()
  const drawer = drawerOf(page)
  await page.route('**/events', route => route.fulfill({ status: 503, body: 'Down for maintenance' }))
  await page.evaluate(() => void (window.rewards as ScriptRewards).track('purchase', { cart_value: 48 }))
  await drawer.getByRole('tab', { name: 'Events' }).click()
  const event = drawer.getByRole('listitem').filter({ hasText: 'purchase' })
  await event.getByText('stored on this device').waitFor()
  await event.getByText('Last failure: 503').waitFor()
  await drawer.getByText('Failures in a row').waitFor()
  await page.unroute('**/events')
  await page.evaluate(() => (window.rewards as ScriptRewards).flush())
  await drawer.getByText('No event waits.').waitFor()
})

test('the tab that holds the lock of the outbox delivers', async () => {
  const { page, context } = await open()
  const drawer = drawerOf(page)
  const { program, shop } = visit.demo.origins
  await drawer.getByRole('tab', { name: 'Events' }).click()
  await drawer.getByText('no tab now').waitFor()
  const hold = (name: string) =>
    void navigator.locks.request(name, () => new Promise(resolve => addEventListener('release', resolve)))
  await page.evaluate(hold, `rewards:${program}`)
  await drawer.getByText('this tab').waitFor()
  await page.evaluate(() => dispatchEvent(new Event('release')))
  const other = await context.newPage()
  await other.goto(`${shop}/terms`)
  await other.evaluate(hold, `rewards:${program}`)
  await page.bringToFront()
  await drawer.getByText('another tab').waitFor()
})

test('the report and the test are copied, and contain neither the token nor the share link', async () => {
  const { page, context } = await open()
  const drawer = drawerOf(page)
  const link = await page.getByRole('textbox', { name: 'Your link' }).inputValue()
  const tokens = (await context.cookies()).map(({ value }) => value.split('|')[0]!).filter(value => value.length > 10)
  expect(tokens.length).toBeGreaterThan(0)
  await drawer.getByRole('button', { name: 'Copy report' }).click()
  await drawer.getByText('The report is on the clipboard.').waitFor()
  const report = await copied(page)
  expect(report).toContain('CONSUMER')
  await drawer.getByRole('button', { name: 'Copy as test' }).click()
  await drawer.getByText('The test is on the clipboard.').waitFor()
  const text = await copied(page)
  expect(text).toContain(`rewards.zone('share_experience'`)
  for (const secret of [...tokens, link, new URL(link).pathname.slice(1)])
    for (const [name, shown] of Object.entries({ report, text, panel: await drawer.innerHTML() }))
      expect(shown.includes(secret), `${name} contains ${secret}`).toBe(false)
})

test.each(['ltr', 'rtl'])('axe finds nothing wrong with any section, from %s', async dir => {
  const { page } = await open({ dir })
  const drawer = drawerOf(page)
  for (const tab of await drawer.getByRole('tab').all()) {
    await tab.click()
    expect(await axeViolationsOfSchemes(page), (await tab.textContent())!).toEqual([])
  }
})

test('the keyboard reaches each tab, closes the drawer and opens it again', async () => {
  const { page } = await open()
  const drawer = drawerOf(page)
  await drawer.getByRole('tab', { name: 'Consumer' }).focus()
  await page.keyboard.press('ArrowRight')
  await drawer.getByRole('tab', { name: 'Zones', selected: true }).waitFor()
  await page.keyboard.press('Tab')
  expect(await drawer.getByRole('tabpanel').evaluate(panel => panel.matches(':focus'))).toBe(true)
  await page.keyboard.press('Escape')
  await drawer.waitFor({ state: 'detached' })
  await page.keyboard.press('Enter')
  await drawer.waitFor()
})

test('at 320 px, nothing is cut off', async () => {
  const { page } = await open()
  await page.setViewportSize({ width: 320, height: 640 })
  const drawer = drawerOf(page)
  for (const tab of await drawer.getByRole('tab').all()) {
    await tab.click()
    const panel = await drawer
      .getByRole('tabpanel')
      .evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
    expect(panel, (await tab.textContent())!).toBeLessThanOrEqual(0)
  }
})
