import { isAllowedOrigin, pageOrigin } from '../http/allowed-origins.js'
import { clearCookie, cookieToken, setCookie } from '../http/cookie.js'
import { preventCaching } from '../http/prevent-caching.js'
import { secondsLeft } from '../identity/token.js'
import { isCookieAllowed } from './consent.js'
import { callerAfter, callerOf, consentAfter, type ProgramContext } from './consumer-call.js'

/**
 * Adds the current token and the cookie consent to a response, and sets or removes the cookie. `isLink`: somebody follows a link, which any page can
 * have.
 */
export async function addSessionHeaders(c: ProgramContext, response: Response, isLink = false): Promise<Response> {
  preventCaching(response)
  const caller = await callerAfter(c)
  if (!caller) return response
  const consent = await consentAfter(c)
  response.headers.set(c.env.names.token, caller.token.access_token)
  if (consent) response.headers.set(c.env.names.cookieConsent, consent)
  const cookie = isCookieAllowed(consent) ? cookieToSet(c, isLink) : cookieToRemove(c)
  if (cookie) response.headers.append('Set-Cookie', cookie)
  return response
}

/**
 * The cookie to set, if any: a replacement of the token in the cookie, or a new token of a request without one. A token
 * from the URL or a header never gets into the cookie, else the URL of an image could log a visitor in as its author. A
 * page that is not of the program cannot set the cookie either.
 */
function cookieToSet(c: ProgramContext, isLink: boolean): string | undefined {
  const { headers } = c.req.raw
  const { token, presented } = callerOf(c)
  const sent = cookieToken(c.env, headers)
  if (sent !== presented || sent === token.access_token) return undefined
  const page = pageOrigin(headers)
  if (!isLink && page !== undefined && !isAllowedOrigin(c.env, page)) return undefined
  return setCookie(c.env, headers, token.access_token, secondsLeft(c.env, token) ?? 0)
}

const cookieToRemove = (c: ProgramContext) =>
  cookieToken(c.env, c.req.raw.headers) ? clearCookie(c.env, c.req.raw.headers) : undefined
