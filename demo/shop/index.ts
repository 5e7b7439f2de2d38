import { randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { buildConformancePage, buildReactApp } from '../setup.js'
import type { SigningKey } from './account/jwt.js'
import { accountRoutes } from './account/routes.js'
import { APP, builtDocument, CONFORMANCE } from './built-document.js'
import { contentSecurityPolicy, type Policy, VIOLATIONS } from './csp.js'
import { createOrders } from './orders.js'
import { type Html, type PageContext, renderPage, type ShowPage } from './page.js'
import { checkoutPage } from './pages/checkout.js'
import { clubPage } from './pages/club.js'
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
  /** The origin of `rewards.js`, and the only other origin that a page may call. */
  programOrigin: string
  /** The key that the shop's backend signs JWTs with. */
  jwtKey: SigningKey
}

export interface Shop {
  fetch(request: Request): Response | Promise<Response>
}

/** Responds with an HTML document and its Content Security Policy. `policy` changes the policy. */
type SendDocument = (
  c: Context,
  render: (context: PageContext) => Html,
  policy?: Partial<Policy>,
) => Response | Promise<Response>

/** The maximum size of a body in bytes. The shop has short forms. */
const MAX_BODY_BYTES = 64 * 1024

const PUBLIC = join(import.meta.dirname, 'public')

/** The customer of an order page that is opened without an order. */
const DEFAULT_EMAIL = 'grace@example.com'

/** Creates the shop of the brand Juniper, home and garden. Every page has the script tag. */
export function createShop({ programOrigin, jwtKey }: ShopOptions): Shop {
  const sendDocument: SendDocument = (c, render, policy = {}) => {
    const nonce = randomBytes(16).toString('base64')
    c.header('Content-Security-Policy', contentSecurityPolicy({ nonce, programOrigin, styles: true, ...policy }))
    // A cached document would have an old nonce.
    c.header('Cache-Control', 'no-store')
    return c.html(render({ nonce, programOrigin }))
  }
  const showPage: ShowPage = (c, page) =>
    sendDocument(c, context => renderPage(page, context), { styles: page.look !== 'bare' })

  const shop = new Hono()
  shop.use(bodyLimit({ maxSize: MAX_BODY_BYTES }))
  addShopPages(shop, showPage)
  addTestPages(shop, showPage)
  shop.route('/account', accountRoutes(showPage, jwtKey))
  addBuiltPages(shop, sendDocument)
  shop.use(serveStatic({ root: PUBLIC }))
  shop.notFound(c => {
    c.status(404)
    return showPage(c, notFoundPage())
  })
  return { fetch: request => shop.fetch(request) }
}

function addShopPages(shop: Hono, showPage: ShowPage) {
  const orders = createOrders()
  shop.get('/', c => showPage(c, homePage()))
  shop.get('/products/:slug', c => {
    const product = findProduct(c.req.param('slug'))
    return product ? showPage(c, productPage(product, new URL(c.req.url).origin)) : c.notFound()
  })
  shop.get('/club', c => showPage(c, clubPage()))
  shop.get('/checkout', c => showPage(c, checkoutPage(findProduct(c.req.query('product')) ?? products[0]!)))
  shop.get('/order', c => {
    const order = orders.find(c.req.query('number')) ?? orders.place(DEFAULT_EMAIL, products[0]!)
    return showPage(c, orderPage(order))
  })
  shop.post('/order', async c => {
    const { email, product, coupon_code } = await c.req.parseBody()
    const chosen = findProduct(String(product)) ?? products[0]!
    const order = orders.place(String(email || DEFAULT_EMAIL), chosen, String(coupon_code ?? '').trim())
    return c.redirect(`/order?number=${order.number}`, 303)
  })
}

/** Adds pages that are difficult environments for widgets. */
function addTestPages(shop: Hono, showPage: ShowPage) {
  shop.get('/three', c => showPage(c, threePage()))
  shop.get('/dark', c => showPage(c, darkPage()))
  shop.get('/dense', c => showPage(c, densePage()))
  shop.get('/plain', c => showPage(c, plainPage('plain')))
  shop.get('/hostile', c => showPage(c, hostilePage()))
  shop.get('/strict', c => showPage(c, plainPage('bare')))
  shop.get(VIOLATIONS, c => showPage(c, violationsPage()))
  shop.post(VIOLATIONS, c => c.body(null, 204))
}

/** Adds the pages that Vite builds when somebody opens them: the React app and the conformance page for native apps. */
function addBuiltPages(shop: Hono, sendDocument: SendDocument) {
  // `serveStatic` reports a folder that does not exist yet.
  for (const folder of [APP, CONFORMANCE]) mkdirSync(folder, { recursive: true })
  shop.get('/app', c => c.redirect('/app/'))
  shop.use('/app/assets/*', serveStatic({ root: APP, rewriteRequestPath: path => path.slice('/app'.length) }))
  // The router of the app runs in the browser, so all of its routes have the same document.
  shop.get('/app/*', buildBefore(buildReactApp), c =>
    sendDocument(c, context => builtDocument(APP, 'index.html', context)),
  )
  for (const name of ['conformance.html', 'conformance-frame.html'])
    shop.get(`/${name}`, buildBefore(buildConformancePage), c =>
      sendDocument(c, context => builtDocument(CONFORMANCE, name, context), { framesOwn: true }),
    )
  shop.use('/conformance/*', serveStatic({ root: CONFORMANCE }))
}

/** Only requests for a document build: the other files are those that a document names. */
const buildBefore =
  (build: () => Promise<void>): MiddlewareHandler =>
  async (_, next) => {
    await build()
    await next()
  }
