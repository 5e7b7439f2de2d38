import type { Domain } from '../domain.js'
import { pageOrigin } from './origin.js'
import { sameSite } from './same-site.js'

/** Browsers keep a cookie no longer than 400 days. */
const MAX_SECONDS = 400 * 86_400

/** The token that came in a cookie, under its name of today or its older one (specification 5.2). */
export function cookieToken({ names }: Domain, headers: Headers): string | undefined {
  const cookies = new Map<string, string>()
  for (const pair of (headers.get('Cookie') ?? '').split(';')) {
    const at = pair.indexOf('=')
    if (at > 0) cookies.set(pair.slice(0, at).trim(), pair.slice(at + 1).trim())
  }
  return cookies.get(names.cookie) || cookies.get(names.olderCookie) || undefined
}

/** A `Set-Cookie` value that keeps `token`, fit for the site of the page that asked. */
export function setCookie(domain: Domain, headers: Headers, token: string, seconds: number): string {
  return cookie(domain, headers, token, Math.min(seconds, MAX_SECONDS))
}

/** The same attributes with no life left: a browser removes a cookie only where they match. */
export const clearCookie = (domain: Domain, headers: Headers): string => cookie(domain, headers, '', 0)

function cookie(domain: Domain, headers: Headers, value: string, maxAge: number): string {
  const site = fromOtherSite(domain, headers) ? 'SameSite=None; Partitioned' : 'SameSite=Lax'
  return `${domain.names.cookie}=${value}; Path=/; Secure; HttpOnly; ${site}; Max-Age=${maxAge}`
}

function fromOtherSite({ settings }: Domain, headers: Headers): boolean {
  // A link that is followed makes the program domain the top-level site: its cookie is a first-party one.
  if (headers.get('Sec-Fetch-Mode') === 'navigate') return false
  const page = pageOrigin(headers)
  return page !== undefined && (page === 'null' || !sameSite(page, settings.programOrigin))
}
