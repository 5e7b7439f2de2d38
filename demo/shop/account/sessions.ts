import { randomBytes } from 'node:crypto'
import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import type { Customer } from './customers.js'

const COOKIE = 'juniper_session'

export interface Sessions {
  /** Whoever is signed in on this browser. */
  customer(c: Context): Customer | undefined
  /** Also ends the session of whoever was signed in before. */
  begin(c: Context, customer: Customer): void
  end(c: Context): void
}

/** Who is signed in to the shop, as long as the process lives. No script can read the cookie, and no other site's form brings it along. */
export function createSessions(): Sessions {
  const sessions = new Map<string, Customer>()
  return {
    customer: c => sessions.get(getCookie(c, COOKIE) ?? ''),
    begin(c, customer) {
      sessions.delete(getCookie(c, COOKIE) ?? '')
      // A new one for each sign-in: one that was there before may be known to somebody else.
      const id = randomBytes(32).toString('base64url')
      sessions.set(id, customer)
      setCookie(c, COOKIE, id, {
        httpOnly: true,
        sameSite: 'Lax',
        path: '/',
        secure: new URL(c.req.url).protocol === 'https:',
      })
    },
    end(c) {
      sessions.delete(deleteCookie(c, COOKIE) ?? '')
    },
  }
}
