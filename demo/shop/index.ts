import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import { type Context, Hono } from 'hono'
import type { SigningKey } from './account/proof.js'
import { accountRoutes } from './account/routes.js'
import { APP, builtDocument, CONFORMANCE } from './built-document.js'
import { contentSecurityPolicy, type Policy, VIOLATIONS } from './csp.js'
import { createOrders } from './orders.js'
import { type Html, type Page, renderPage, type Surroundings } from './page.js'
import { checkoutPage } from './pages/checkout.js'
import { darkPage } from './pages/dark.js'
import { densePage } from './pages/dense.js'
import { homePage } from './pages/home.js'
import { hostilePage } from './pages/hostile.js'
import { notFoundPage } from './pages/not-found.js'
import { orderPage } from './pages/order.js'
import { plainPage } from './pages/plain.js'
import { productPage } from './pages/product.js'
import { threePage } from './pages/three.js'
import { violationsPage } from './pages/violations.js'
import { findProduct, products } from './products.js'

export interface ShopOptions {
  /** Where `rewards.js` comes from, and the only other origin a page may talk to. */
  programOrigin: string
  /** What the shop's backend tells the program with who a customer is. */
  jwtKey: SigningKey
}

export interface Shop {
  fetch(request: Request): Response | Promise<Response>
}

const PUBLIC = join(import.meta.dirname, 'public')

/** Who bought, when the order page is opened without an order. */
const SOMEBODY = 'grace@example.com'

/** "Juniper", home and garden: a brand's shop with the script tag on each of its pages. */
export function createShop({ programOrigin, jwtKey }: ShopOptions): Shop {
  const orders = createOrders()
  const shop = new Hono()

  /** A document under the strict policy, with a nonce of its own: one that came out of a cache would bring an old one. */
  const send = (c: Context, draw: (around: Surroundings) => Html, allowed: Partial<Policy> = {}) => {
    const nonce = randomBytes(16).toString('base64')
    c.header('Content-Security-Policy', contentSecurityPolicy({ nonce, programOrigin, styles: true, ...allowed }))
    c.header('Cache-Control', 'no-store')
    return c.html(draw({ nonce, programOrigin }))
  }
  const show = (c: Context, page: Page) => send(c, around => renderPage(page, around), { styles: page.look !== 'bare' })

  shop.get('/', c => show(c, homePage()))
  shop.get('/products/:slug', c => {
    const product = findProduct(c.req.param('slug'))
    return product ? show(c, productPage(product, new URL(c.req.url).origin)) : c.notFound()
  })
  shop.get('/checkout', c => show(c, checkoutPage(findProduct(c.req.query('product')) ?? products[0]!)))
  shop.get('/order', c => {
    const order = orders.find(c.req.query('number')) ?? orders.place(SOMEBODY, products[0]!)
    return show(c, orderPage(order))
  })
  shop.post('/order', async c => {
    const { email, product } = await c.req.parseBody()
    const order = orders.place(String(email || SOMEBODY), findProduct(String(product)) ?? products[0]!)
    return c.redirect(`/order?number=${order.number}`, 303)
  })
  shop.route('/account', accountRoutes(show, jwtKey))
  shop.get('/three', c => show(c, threePage()))
  shop.get('/dark', c => show(c, darkPage()))
  shop.get('/dense', c => show(c, densePage()))
  shop.get('/plain', c => show(c, plainPage('plain')))
  shop.get('/hostile', c => show(c, hostilePage()))
  shop.get('/strict', c => show(c, plainPage('bare')))
  shop.get(VIOLATIONS, c => show(c, violationsPage()))
  shop.post(VIOLATIONS, c => c.body(null, 204))
  shop.get('/app', c => c.redirect('/app/'))
  shop.use('/app/assets/*', serveStatic({ root: APP, rewriteRequestPath: path => path.slice('/app'.length) }))
  // Whatever its route: the router is in the page.
  shop.get('/app/*', c => send(c, around => builtDocument(APP, 'index.html', around)))
  for (const name of ['conformance.html', 'conformance-frame.html'])
    shop.get(`/${name}`, c => send(c, around => builtDocument(CONFORMANCE, name, around), { framesOwn: true }))
  shop.use('/conformance/*', serveStatic({ root: CONFORMANCE }))
  shop.use(serveStatic({ root: PUBLIC }))
  shop.notFound(c => {
    c.status(404)
    return show(c, notFoundPage())
  })

  return { fetch: request => shop.fetch(request) }
}
