import { generateCookie } from 'hono/cookie'
import { parse } from 'hono/utils/cookie'
import type { Domain } from '../domain.js'
import { pageOrigin } from './allowed-origins.js'
import { sameSite } from './same-site.js'

/** Browsers limit the lifetime of a cookie to 400 days. */
const MAX_SECONDS = 400 * 86_400

/**
 * Reads the token from the cookie, by its current or its older name (specification 5.2). Two cookies of one name with different values count as none,
 * also by the other name: another host of the site may have set one of them.
 */
export function cookieToken({ names }: Domain, headers: Headers): string | undefined {
  for (const name of [names.cookie, names.olderCookie]) {
    const values = valuesOf(headers, name)
    if (values.length > 1) return undefined
    if (values[0]) return values[0]
  }
  return undefined
}

/** The different values of a cookie. Hono reads each cookie by itself, because of several it returns the first. */
function valuesOf(headers: Headers, name: string): string[] {
  const cookies = (headers.get('Cookie') ?? '').split(';')
  return [...new Set(cookies.flatMap(cookie => Object.values(parse(cookie, name))))]
}

/** The `Set-Cookie` value that stores `token`, with the attributes that the site of the calling page needs. */
export function setCookie(domain: Domain, headers: Headers, token: string, seconds: number): string {
  return cookie(domain, headers, token, Math.min(seconds, MAX_SECONDS))
}

/** The `Set-Cookie` value that removes the cookie. Browsers remove a cookie only if the attributes match. */
export const clearCookie = (domain: Domain, headers: Headers): string => cookie(domain, headers, '', 0)

function cookie(domain: Domain, headers: Headers, value: string, maxAge: number): string {
  const site = fromOtherSite(domain, headers)
    ? ({ sameSite: 'None', partitioned: true } as const)
    : ({ sameSite: 'Lax' } as const)
  return generateCookie(domain.names.cookie, value, { maxAge, httpOnly: true, secure: true, ...site })
}

function fromOtherSite({ settings }: Domain, headers: Headers): boolean {
  // After a navigation the program domain is the top-level site, so its cookie is first-party.
  if (headers.get('Sec-Fetch-Mode') === 'navigate') return false
  const page = pageOrigin(headers)
  return page !== undefined && (!URL.canParse(page) || !sameSite(page, settings.programOrigin))
}
