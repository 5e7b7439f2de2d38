import { randomBytes } from 'node:crypto'
import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import type { Customer } from './customers.js'

const COOKIE = 'juniper_session'

export interface Sessions {
  /** The customer who is signed in on this browser. */
  customer(c: Context): Customer | undefined
  /** Starts a session, and ends the previous one of this browser. */
  start(c: Context, customer: Customer): void
  end(c: Context): void
}

/** Stores the sessions in memory. Scripts cannot read the cookie, and browsers do not send it with forms of other sites. */
export function createSessions(): Sessions {
  const sessions = new Map<string, Customer>()
  return {
    customer: c => sessions.get(getCookie(c, COOKIE) ?? ''),
    start(c, customer) {
      sessions.delete(getCookie(c, COOKIE) ?? '')
      // A new id for each sign-in, because somebody else may know an earlier one (session fixation).
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
