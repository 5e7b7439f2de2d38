import { clearCookie, cookieToken, setCookie } from '../http/cookie.js'
import { isTrustedOrigin } from '../http/origin.js'
import { preventCaching } from '../http/prevent-caching.js'
import { secondsLeft } from '../identity/token.js'
import { cookieConsent, isCookieAllowed } from './consent.js'
import { callerOf, type ProgramContext } from './consumer-call.js'

/** Tells the client which token is now in force, and keeps it in the cookie where the program permits. */
export async function addSessionHeaders(c: ProgramContext, response: Response): Promise<Response> {
  preventCaching(response)
  const { caller } = c.var
  if (!caller) return response
  const consent = await cookieConsent(c.env, caller.token)
  response.headers.set(c.env.names.token, caller.token.access_token)
  if (consent) response.headers.set(c.env.names.cookieConsent, consent)
  const cookie = isCookieAllowed(consent) ? keptCookie(c) : removedCookie(c)
  if (cookie) response.headers.append('Set-Cookie', cookie)
  return response
}

/**
 * The cookie follows the token that came in it, and is set where there was neither. A token from elsewhere never gets
 * into the cookie, else an image's URL could log a visitor in as its author; nor does a page the program does not trust.
 */
function keptCookie(c: ProgramContext): string | undefined {
  const { headers } = c.req.raw
  const { token, presented } = callerOf(c)
  const sent = cookieToken(c.env, headers)
  if (sent !== presented || sent === token.access_token) return undefined
  const origin = c.req.header('Origin')
  if (origin !== undefined && !isTrustedOrigin(c.env, origin)) return undefined
  return setCookie(c.env, headers, token.access_token, secondsLeft(c.env, token) ?? 0)
}

const removedCookie = (c: ProgramContext) =>
  cookieToken(c.env, c.req.raw.headers) ? clearCookie(c.env, c.req.raw.headers) : undefined
