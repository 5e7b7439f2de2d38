import { randomBytes } from 'node:crypto'
import { type Context, Hono } from 'hono'
import { contentSecurityPolicy } from './csp.js'
import { createOrders } from './orders.js'
import { type Page, renderPage } from './page.js'
import { homePage } from './pages/home.js'
import { orderPage } from './pages/order.js'
import { findProduct, products } from './products.js'

export interface ShopOptions {
  programOrigin: string
}

export interface Shop {
  fetch(request: Request): Response | Promise<Response>
}

/** "Juniper", home and garden: a brand's shop with the script tag in each of its pages. */
export function createShop({ programOrigin }: ShopOptions): Shop {
  const orders = createOrders()
  const app = new Hono()

  const show = (c: Context, page: Page) => {
    const nonce = randomBytes(16).toString('base64')
    c.header('Content-Security-Policy', contentSecurityPolicy({ nonce, programOrigin, styles: page.look !== 'none' }))
    c.header('Cache-Control', 'no-store')
    return c.html(renderPage(page, { nonce, programOrigin }))
  }

  app.get('/', c => show(c, homePage()))
  app.get('/order', c => {
    const order = orders.find(c.req.query('number')) ?? orders.place('grace@example.com', products[0]!)
    return show(c, orderPage(order))
  })
  app.post('/order', async c => {
    const form = await c.req.parseBody()
    const product = findProduct(String(form.product)) ?? products[0]!
    const order = orders.place(String(form.email), product)
    return c.redirect(`/order?number=${order.number}`, 303)
  })
  return { fetch: request => app.fetch(request) }
}
