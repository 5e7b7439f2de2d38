import { type Context, Hono } from 'hono'
import { csrf } from 'hono/csrf'
import type { Page } from '../page.js'
import { accountPage, signedOutPage } from '../pages/account.js'
import { accountPlainPage } from '../pages/account-plain.js'
import { accountSignInPage } from '../pages/account-sign-in.js'
import { type Customer, signIn } from './customers.js'
import { proofOf, type SigningKey } from './proof.js'
import { createSessions } from './sessions.js'

/** What is behind `/account`: a customer's own pages, for which they sign in. `show` answers with a page of the shop. */
export function accountRoutes(show: (c: Context, page: Page) => Response | Promise<Response>, key: SigningKey): Hono {
  const sessions = createSessions()
  const account = new Hono()
  /** A page for the customer, with a fresh proof of who they are; for anybody else the way in. */
  const own = (draw: (customer: Customer, proof: string) => Page) => async (c: Context) => {
    const customer = sessions.customer(c)
    return show(c, customer ? draw(customer, await proofOf(customer, key)) : accountSignInPage())
  }

  // Nobody is signed in or out by another site's form.
  account.use(csrf())
  account.get('/', own(accountPage))
  account.get('/plain', own(accountPlainPage))
  account.post('/sign-in', async c => {
    const { email, password } = await c.req.parseBody()
    const customer = signIn(String(email), String(password))
    if (!customer) {
      c.status(403)
      return show(c, accountSignInPage(String(email ?? '')))
    }
    sessions.begin(c, customer)
    return c.redirect('/account', 303)
  })
  account.post('/sign-out', c => {
    sessions.end(c)
    return c.redirect('/account/signed-out', 303)
  })
  account.get('/signed-out', c => show(c, signedOutPage()))
  return account
}
