import { type Context, Hono } from 'hono'
import { csrf } from 'hono/csrf'
import type { Page, ShowPage } from '../page.js'
import { accountPage, signedOutPage } from '../pages/account.js'
import { accountPlainPage } from '../pages/account-plain.js'
import { accountSignInPage } from '../pages/account-sign-in.js'
import { type Customer, findCustomer } from './customers.js'
import { type SigningKey, signCustomerJwt } from './jwt.js'
import { createSessions } from './sessions.js'

/** The pages below `/account`. Customers must sign in to see them. */
export function accountRoutes(showPage: ShowPage, key: SigningKey): Hono {
  const sessions = createSessions()
  const account = new Hono()
  /** Shows a page to the signed-in customer, with a new JWT. Shows the sign-in page to others. */
  const forCustomer = (createPage: (customer: Customer, jwt: string) => Page) => async (c: Context) => {
    const customer = sessions.customer(c)
    return showPage(c, customer ? createPage(customer, await signCustomerJwt(customer, key)) : accountSignInPage())
  }

  // A form on another site must not sign a customer in or out.
  account.use(csrf())
  account.get('/', forCustomer(accountPage))
  account.get('/plain', forCustomer(accountPlainPage))
  account.post('/sign-in', async c => {
    const { email, password } = await c.req.parseBody()
    const customer = findCustomer(String(email), String(password))
    if (!customer) {
      c.status(403)
      return showPage(c, accountSignInPage(String(email ?? '')))
    }
    sessions.start(c, customer)
    return c.redirect('/account', 303)
  })
  account.post('/sign-out', c => {
    sessions.end(c)
    return c.redirect('/account/signed-out', 303)
  })
  account.get('/signed-out', c => showPage(c, signedOutPage()))
  return account
}
