import { describe, expect, it } from 'vitest'
import { demo } from '../../../demo/platform/index.js'
import { createShop } from '../../../demo/shop/index.js'

const PROGRAM = 'http://share.brand.localhost:4400'
const shop = createShop({ programOrigin: PROGRAM, jwtKey: demo.jwtKey })
const request = async (path: string, init?: RequestInit) =>
  shop.fetch(new Request(`http://shop.brand.localhost:4400${path}`, init))
const read = async (path: string) => (await request(path)).text()

describe('a page of the shop', () => {
  it('has a new nonce in its policy and its script tag', async () => {
    const nonces = new Set<string>()
    for (const path of ['/', '/', '/order']) {
      const page = await request(path)
      const nonce = /script-src 'nonce-([^']+)'/.exec(page.headers.get('Content-Security-Policy')!)![1]!
      expect(await page.text()).toContain(
        `<script async nonce="${nonce}" src="${PROGRAM}/rewards.js" data-debug="query"></script>`,
      )
      nonces.add(nonce)
    }
    expect(nonces.size).toBe(3)
  })

  it('forbids all styles if it has no style sheet', async () => {
    expect((await request('/strict')).headers.get('Content-Security-Policy')).toContain(`style-src 'none'`)
  })

  it('responds with 404 to an unknown path', async () => {
    for (const path of ['/nowhere', '/products/nothing']) expect((await request(path)).status).toBe(404)
  })
})

describe('an order', () => {
  const buy = (email: string) =>
    request('/order', { method: 'POST', body: new URLSearchParams({ email, product: 'ash-stool' }) })

  it('redirects to its confirmation page, which tracks the purchase with the order number', async () => {
    const bought = await buy('ada@example.com')
    expect(bought.status).toBe(303)
    const number = /^\/order\?number=(J-[A-Z0-9-]+)$/.exec(bought.headers.get('Location')!)![1]!
    const purchase = { email: 'ada@example.com', partner_conversion_id: number, cart_value: 138 }
    const tracked = `rewards.push(['track', 'purchase', ${JSON.stringify(purchase)}, { id: "${number}" }])`
    expect(await read(`/order?number=${number}`)).toContain(tracked)
    expect(await read(`/order?number=${number}`)).toContain(tracked)
  })

  it('has a unique number that is short enough for a partner_conversion_id', async () => {
    const numbers = await Promise.all([1, 2, 3].map(async () => /J-[A-Z0-9-]+/.exec(await read('/order'))![0]))
    expect(new Set(numbers).size).toBe(3)
    for (const number of numbers) expect(number.length).toBeLessThanOrEqual(38)
  })

  it('escapes markup and scripts in the email address', async () => {
    const hostile = `"</script><script>alert(1)</script>'<img src=x>`
    const page = await read((await buy(hostile)).headers.get('Location')!)
    expect(page).not.toContain('<script>alert')
    expect(page).not.toContain('<img src=x>')
  })
})
