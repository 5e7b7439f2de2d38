import type { Domain } from '../domain.js'
import { pageOrigin } from './origin.js'
import { sameSite } from './same-site.js'

/** Browsers limit the lifetime of a cookie to 400 days. */
const MAX_SECONDS = 400 * 86_400

/** Reads the token from the cookie, by its current or its older name (specification 5.2). */
export function cookieToken({ names }: Domain, headers: Headers): string | undefined {
  const cookies = new Map<string, string>()
  for (const pair of (headers.get('Cookie') ?? '').split(';')) {
    const at = pair.indexOf('=')
    if (at > 0) cookies.set(pair.slice(0, at).trim(), pair.slice(at + 1).trim())
  }
  return cookies.get(names.cookie) || cookies.get(names.olderCookie) || undefined
}

/** The `Set-Cookie` value that stores `token`, with the attributes that the site of the calling page needs. */
export function setCookie(domain: Domain, headers: Headers, token: string, seconds: number): string {
  return cookie(domain, headers, token, Math.min(seconds, MAX_SECONDS))
}

/** The `Set-Cookie` value that removes the cookie. Browsers remove a cookie only if the attributes match. */
export const clearCookie = (domain: Domain, headers: Headers): string => cookie(domain, headers, '', 0)

function cookie(domain: Domain, headers: Headers, value: string, maxAge: number): string {
  const site = fromOtherSite(domain, headers) ? 'SameSite=None; Partitioned' : 'SameSite=Lax'
  return `${domain.names.cookie}=${value}; Path=/; Secure; HttpOnly; ${site}; Max-Age=${maxAge}`
}

function fromOtherSite({ settings }: Domain, headers: Headers): boolean {
  // After a navigation the program domain is the top-level site, so its cookie is first-party.
  if (headers.get('Sec-Fetch-Mode') === 'navigate') return false
  const page = pageOrigin(headers)
  return page !== undefined && (page === 'null' || !sameSite(page, settings.programOrigin))
}
