import { describe, expect, it } from 'vitest'
import { useDemo } from './demo.js'

const shop = useDemo()

const PAGES = [
  '/',
  '/products/terra-planter',
  '/checkout',
  '/order',
  '/three',
  '/dark',
  '/dense',
  '/plain',
  '/strict',
  '/app/',
  '/app/you',
]

describe('A page of the shop', () => {
  it.each(PAGES)('%s is drawn without a complaint from the browser, at 320 px too', async path => {
    const { page, complaints } = await shop.newVisitor({ viewport: { width: 320, height: 700 } })
    await page.goto(shop.demo.origins.shop + path, { waitUntil: 'networkidle' })
    await page.locator('h1').waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
    expect(complaints).toEqual([])
  })

  it.each(['/', '/order', '/app/'])('%s is drawn without a complaint where the program is another site', async path => {
    const { page, complaints } = await shop.newVisitor()
    await page.goto(shop.demo.origins.otherShop + path, { waitUntil: 'networkidle' })
    await page.locator('rewards-zone').first().waitFor()
    expect(complaints).toEqual([])
  })

  it('would be heard if it did violate its policy, or threw', async () => {
    const { page, complaints } = await shop.newVisitor()
    await page.goto(`${shop.demo.origins.shop}/strict`)
    await page.evaluate(() => {
      document.body.append(document.createElement('style'))
      document.querySelector('style')!.textContent = 'body { color: red }'
      setTimeout(() => Promise.reject(new Error('on purpose')))
    })
    await expect.poll(() => complaints.join('\n')).toMatch(/policy: style-src-elem/)
    await expect.poll(() => complaints.join('\n')).toMatch(/uncaught: .*on purpose/)
  })
})

describe('A visitor', () => {
  it('buys, and is told once the program has counted it', async () => {
    const { page, complaints } = await shop.newVisitor()
    await page.goto(`${shop.demo.origins.shop}/products/ash-stool`)
    await page.getByRole('button', { name: 'Buy now' }).click()
    await page.getByLabel('Email').fill('grace@example.com')
    await page.getByRole('button', { name: 'Place the order' }).click()
    await page.getByText('counted it as event').waitFor()
    const number = await page.locator('#order').textContent()
    const counted = await shop.demo.platform.db.query('select from events where partner_event_id = $1', [number])
    expect(counted).toHaveLength(1)
    expect(complaints).toEqual([])
  })
})
