import { hasLocation } from '../base/environment.js'
import type { Settings } from '../settings/options.js'
import { readCookie, removeCookie, writeCookie } from './cookie.js'
import type { LoginSource } from './login.js'
import { formatToken, parseToken } from './stored-token.js'

export type CookieSettings = Pick<Settings, 'base' | 'vendor' | 'cookieDomain'>

/**
 * The cookie that holds the page's copy of the login. Without a login, `write` removes it from every host of the site that has it. Its name is
 * `__Host-<vendor>_page_token.<program>`. It contains the program domain, because a page may use two programs. Browsers accept the prefix only from
 * the page's own host, so no sibling subdomain can set the cookie. With `cookieDomain`, the prefix is not allowed, and the name is
 * `<vendor>_page_token.<program>`.
 */
export function createTokenCookie({ base, vendor, cookieDomain }: CookieSettings): LoginSource {
  const sharedName = `${vendor}_page_token.${programIn(base)}`
  const hostName = `__Host-${sharedName}`
  const name = cookieDomain ? sharedName : hostName
  /** The text that this page has read or written last. */
  let last: string | undefined
  /** A page of a newer deployment, with `cookieDomain`, has moved the cookie of this page to its own name. */
  let isMoved = false
  const remove = () => [hostName, sharedName].forEach(removeCookie)

  function tryWrite(text: string) {
    writeCookie(name, text, cookieDomain)
    return readCookie(name) === text
  }
  return {
    // A host that has begun to set `cookieDomain` still has the cookie with the prefix. Only this host can have written it.
    read() {
      if (!isSecure()) return undefined
      const onHost = readCookie(hostName)
      const onSite = onHost === undefined ? readCookie(sharedName) : undefined
      // Any host of the site may set that cookie. Only a page that has moved the cookie knows the owner.
      isMoved ||= onSite !== undefined && last !== undefined && ownerIn(onSite) === ownerIn(last)
      last = onHost ?? (cookieDomain || isMoved ? onSite : undefined)
      return parseToken(last)
    },
    write(login) {
      const text = login && formatToken(login)
      if (text === undefined) {
        remove()
        return readCookie(name) === undefined
      }
      if (!isSecure()) return false
      let isWritten = tryWrite(text)
      if (!isWritten) {
        // Another cookie of this name, for a parent domain or a longer path, hides this one.
        remove()
        isWritten = tryWrite(text)
      }
      if (isWritten) last = text
      if (isWritten && cookieDomain) removeCookie(hostName)
      return isWritten
    },
  }
}

const ownerIn = (text: string) => text.split('|')[1]

/** `share.brand.com` or `www.brand.com%2Frewards`: encoded as js-cookie encodes a name (RFC 6265, token). */
const programIn = (base: string) =>
  encodeURIComponent(base.replace(/^https:\/\//, ''))
    .replace(/%(2[346B]|5E|60|7C)/g, decodeURIComponent)
    .replace(/[()]/g, bracket => (bracket === '(' ? '%28' : '%29'))

/** An insecure page cannot set a `Secure` cookie: a cookie of this name that it finds was written by somebody else. */
const isSecure = () => hasLocation() && (location.protocol === 'https:' || globalThis.isSecureContext)
