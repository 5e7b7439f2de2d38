import { describe, expect, it } from 'vitest'
import { demo } from '../../../demo/platform/index.js'
import { createShop } from '../../../demo/shop/index.js'

const PROGRAM = 'http://share.brand.localhost:4400'
const shop = createShop({ programOrigin: PROGRAM, jwtKey: demo.jwtKey })
const ask = async (path: string, init?: RequestInit) =>
  shop.fetch(new Request(`http://shop.brand.localhost:4400${path}`, init))
const read = async (path: string) => (await ask(path)).text()

describe('Every page of the shop', () => {
  it('has a nonce of its own, in its policy and on its script', async () => {
    const nonces = new Set<string>()
    for (const path of ['/', '/', '/order']) {
      const page = await ask(path)
      const nonce = /script-src 'nonce-([^']+)'/.exec(page.headers.get('Content-Security-Policy')!)![1]!
      expect(await page.text()).toContain(`<script async nonce="${nonce}" src="${PROGRAM}/rewards.js"></script>`)
      nonces.add(nonce)
    }
    expect(nonces.size).toBe(3)
  })

  it('permits no style at all where it brings none', async () => {
    expect((await ask('/strict')).headers.get('Content-Security-Policy')).toContain(`style-src 'none'`)
  })

  it('is not found under a name the shop does not have', async () => {
    for (const path of ['/nowhere', '/products/nothing']) expect((await ask(path)).status).toBe(404)
  })
})

describe('An order', () => {
  const buy = (email: string) =>
    ask('/order', { method: 'POST', body: new URLSearchParams({ email, product: 'ash-stool' }) })

  it('leads to its own confirmation, which tells the program of the purchase under its number', async () => {
    const bought = await buy('ada@example.com')
    expect(bought.status).toBe(303)
    const number = /^\/order\?number=(J-[A-Z0-9-]+)$/.exec(bought.headers.get('Location')!)![1]!
    const purchase = { email: 'ada@example.com', partner_conversion_id: number, cart_value: 138 }
    const tracked = `rewards.push(['track', 'purchase', ${JSON.stringify(purchase)}, { id: "${number}" }])`
    expect(await read(`/order?number=${number}`)).toContain(tracked)
    expect(await read(`/order?number=${number}`)).toContain(tracked)
  })

  it('has a number that fits a conversion’s id, and is new each time', async () => {
    const numbers = await Promise.all([1, 2, 3].map(async () => /J-[A-Z0-9-]+/.exec(await read('/order'))![0]))
    expect(new Set(numbers).size).toBe(3)
    for (const number of numbers) expect(number.length).toBeLessThanOrEqual(38)
  })

  it('cannot bring markup or script of its own into the page', async () => {
    const hostile = `"</script><script>alert(1)</script>'<img src=x>`
    const page = await read((await buy(hostile)).headers.get('Location')!)
    expect(page).not.toContain('<script>alert')
    expect(page).not.toContain('<img src=x>')
  })
})
