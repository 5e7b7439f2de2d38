import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { SOON } from '../soon.js'
import { useDemo } from './demo.js'

const shop = useDemo()

/** Each page, and the zones on it. */
const PAGES: [path: string, zones: number][] = [
  ['/', 1],
  ['/products/terra-planter', 1],
  ['/checkout', 0],
  ['/club', 1],
  ['/order', 1],
  ['/three', 3],
  ['/dark', 3],
  ['/dense', 3],
  ['/plain', 3],
  ['/hostile', 3],
  ['/strict', 1],
  ['/app/', 1],
  ['/app/you', 0],
]

describe('a page of the shop', () => {
  it.each(PAGES)('%s is shown at 320 px with %d zones and without an error in the browser', async (path, zones) => {
    const { page, complaints } = await shop.newVisitor({ viewport: { width: 320, height: 700 } })
    await page.goto(shop.demo.origins.shop + path)
    await page.locator('h1').waitFor()
    await expectDrawn(page, zones)
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
    expect(complaints).toEqual([])
  })

  it.each(['/', '/order', '/app/'])('%s is shown when the program domain is another site', async path => {
    const { page, complaints } = await shop.newVisitor()
    await page.goto(shop.demo.origins.otherShop + path)
    await expectDrawn(page, 1)
    expect(complaints).toEqual([])
  })

  it('with a policy violation or an exception makes its test fail', async () => {
    const { page, complaints } = await shop.newVisitor()
    await page.goto(`${shop.demo.origins.shop}/strict`)
    await page.evaluate(() => {
      const style = document.createElement('style')
      style.textContent = 'body { color: red }'
      document.body.append(style)
      setTimeout(() => Promise.reject(new Error('on purpose')))
    })
    await expect.poll(() => complaints.join('\n')).toMatch(/policy: style-src-elem/)
    await expect.poll(() => complaints.join('\n')).toMatch(/uncaught: .*on purpose/)
  })

  it('has no gap where a zone is empty', async () => {
    const { page, complaints } = await shop.newVisitor()
    await page.goto(shop.demo.origins.shop)
    await expectDrawn(page, 1)
    const heightOfGround = () => page.locator('.together').evaluate(section => section.clientHeight)
    expect(await heightOfGround()).toBeGreaterThan(100)
    await page
      .locator('rewards-zone[name=share_experience]')
      .evaluate(zone => zone.setAttribute('name', 'nothing_of_this_name'))
    await expect.poll(heightOfGround).toBe(0)
    expect(complaints).toEqual([])
  })
})

describe('a visitor', () => {
  it('buys, sees the receipt of the program, and has bought once however often they reload', async () => {
    const { page, complaints } = await shop.newVisitor()
    await page.goto(`${shop.demo.origins.shop}/products/ash-stool`)
    await page.getByRole('button', { name: 'Buy now' }).click()
    await page.getByLabel('Email').fill('grace@example.com')
    await page.getByRole('button', { name: 'Place order' }).click()
    const receipt = await receiptOn(page)
    const number = await page.locator('#order').textContent()
    await page.reload()
    expect(await receiptOn(page)).toBe(receipt)
    const counted = await shop.demo.platform.db.query('select from events where partner_event_id = $1', [number])
    expect(counted).toHaveLength(1)
    expect(complaints).toEqual([])
  })

  it('joins the club: the event arrives with what was entered, and the consumer is known', async () => {
    const { page, complaints } = await shop.newVisitor()
    await page.goto(`${shop.demo.origins.shop}/club`)
    await page.getByRole('button', { name: 'Join the club' }).click()
    await page.getByText('Check the marked fields.').waitFor()
    await page.getByLabel('First name').fill('Grace')
    await page.getByLabel('Email').fill('club@example.com')
    const places = page.getByRole('radiogroup', { name: /^Where do you grow things/ })
    await places.getByRole('radio', { name: 'On a balcony' }).check()
    await page.getByLabel('Send me the seasonal letter').check()
    await page.getByRole('button', { name: 'Join the club' }).dblclick()
    await page.getByRole('heading', { name: 'Welcome to the club' }).waitFor()
    await page.getByRole('textbox', { name: 'Your link' }).waitFor()
    const recorded = await shop.demo.platform.db.query<{ data: object }>(
      "select data from events where event_name = 'registration'",
    )
    const data = { first_name: 'Grace', email: 'club@example.com', garden: 'balcony', opt_in: true }
    expect(recorded).toMatchObject([{ data }])
    expect(complaints).toEqual([])
  })

  it('stays one consumer on every route of the React app, and is known there after identify()', async () => {
    const { page, complaints } = await shop.newVisitor()
    const before = await consumers()
    await page.goto(`${shop.demo.origins.shop}/app/`)
    await expectDrawn(page, 1)
    await page.getByRole('link', { name: 'Profile' }).click()
    await page.getByText('anonymous').waitFor()
    await page.goBack()
    await expectDrawn(page, 1)
    expect((await consumers()) - before).toBe(1)

    await page.goForward()
    await page.getByLabel('Email').fill('ada@example.com')
    await page.getByRole('button', { name: 'Identify me' }).click()
    await page.getByText('ada-lovelace').waitFor()
    expect(complaints).toEqual([])
  })
})

describe('over HTTPS', () => {
  const secure = useDemo({ https: true })

  it.each(['shop', 'otherShop'] as const)('the %s is shown without an error in the browser', async name => {
    const { page, complaints } = await secure.newVisitor()
    await page.goto(secure.demo.origins[name])
    await expectDrawn(page, 1)
    expect(complaints).toEqual([])
  })
})

/** Waits until so many zones show their content, and not a skeleton. */
async function expectDrawn(page: Page, zones: number) {
  await expect.poll(() => page.locator('rewards-zone [part~=headline]').count(), SOON).toBe(zones)
}

async function receiptOn(page: Page) {
  const receipt = page.locator('#receipt', { hasText: 'this order was recorded as event' })
  await receipt.waitFor()
  return receipt.textContent()
}

async function consumers() {
  const [row] = await shop.demo.platform.db.query<{ count: number }>('select count(*)::int as count from persons')
  return row!.count
}
