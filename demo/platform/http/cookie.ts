import type { Domain } from '../domain.js'
import { pageOrigin } from './allowed-origins.js'
import { sameSite } from './same-site.js'

/** Browsers limit the lifetime of a cookie to 400 days. */
const MAX_SECONDS = 400 * 86_400

/**
 * Reads the token from the cookie, by its current or its older name (specification 5.2). Two cookies of one name with different values count as none:
 * another host of the site may have set one of them.
 */
export function cookieToken({ names }: Domain, headers: Headers): string | undefined {
  const pairs = (headers.get('Cookie') ?? '').split(';').map(pair => pair.trim())
  const readCookie = (name: string) => {
    const values = new Set(pairs.filter(pair => pair.startsWith(`${name}=`)).map(pair => pair.slice(name.length + 1)))
    return values.size === 1 ? [...values][0] : undefined
  }
  return readCookie(names.cookie) || readCookie(names.olderCookie) || undefined
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
