import { hasLocation } from '../environment.js'
import type { Settings } from '../options.js'
import { readCookie, removeCookie, writeCookie } from './cookie.js'

export type CookieSettings = Pick<Settings, 'base' | 'vendor' | 'cookieDomain'>

/** The cookie that holds the page's copy of the token. Its name says which program it belongs to: a page may use two. */
export interface TokenCookie {
  read(): string | undefined
  /** Returns whether the cookie now reads as written. Without a text the cookie is removed, from every host of the site that has one. */
  write(text: string | undefined): boolean
}

/**
 * `__Host-<vendor>_page_token.<program>`: browsers take a name with this prefix from the page's own host alone, so no sibling subdomain
 * can plant one. With `cookieDomain`, which such a name rules out, `<vendor>_page_token.<program>`.
 */
export function createTokenCookie({ base, vendor, cookieDomain }: CookieSettings): TokenCookie {
  /** Older versions had one name for all programs. */
  const old = `${vendor}_page_token`
  const shared = `${old}.${programIn(base)}`
  const hostOnly = `__Host-${shared}`
  const name = cookieDomain ? shared : hostOnly
  const remove = () => [hostOnly, shared, old].forEach(removeCookie)

  function put(text: string) {
    writeCookie(name, text, cookieDomain)
    return readCookie(name) === text
  }
  return {
    // Nobody but this host can have written the host's own: it is taken over where the host has begun to set `cookieDomain`.
    read: () => (isSecure() ? (readCookie(hostOnly) ?? readCookie(name)) : undefined),
    write(text) {
      if (text === undefined) {
        remove()
        return readCookie(name) === undefined
      }
      if (!isSecure()) return false
      let written = put(text)
      if (!written) {
        // Another one of this name, for a wider domain or a longer path, stands before it.
        remove()
        written = put(text)
      }
      if (written && cookieDomain) removeCookie(hostOnly)
      return written
    },
  }
}

/** `share.brand.com`, `www.brand.com%2Frewards`: in characters that the name of a cookie may have (RFC 6265, token). */
const programIn = (base: string) =>
  encodeURIComponent(base.replace(/^https:\/\//, '')).replace(/[()]/g, bracket => (bracket === '(' ? '%28' : '%29'))

/** Elsewhere no `Secure` cookie can be kept, and whatever is found under its name was written by somebody else. */
const isSecure = () => hasLocation() && (location.protocol === 'https:' || globalThis.isSecureContext)
