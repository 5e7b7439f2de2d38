import { readCookie, writeCookie } from './cookie.js'

/**
 * How the token travels when the host leaves it to us: by cookie where page and program domain are same-site, for only there does
 * every browser send it; else by header. Over plain http no browser keeps the program domain's `Secure` cookie, save on a host of this machine.
 */
export function chooseCarrier(base: string, page: Location): 'cookie' | 'header' {
  const program = new URL(base)
  const isSecure = page.protocol === 'https:' || globalThis.isSecureContext !== false
  return isSecure && program.protocol === page.protocol && isSameSite(page.hostname, program.hostname)
    ? 'cookie'
    : 'header'
}

function isSameSite(page: string, program: string) {
  if (page === program) return true
  const site = siteOf(page)
  return site !== undefined && `.${program}`.endsWith(`.${site}`)
}

const PROBE = '_'

/** The widest domain of two labels or more that accepts a cookie of this page. No list of public suffixes fits a bundle; the browser has one. */
function siteOf(host: string) {
  const labels = host.split('.')
  for (let index = labels.length - 2; index >= 0; index--) {
    const domain = labels.slice(index).join('.')
    writeCookie(PROBE, '', domain)
    const accepted = readCookie(PROBE) !== undefined
    writeCookie(PROBE, undefined, domain)
    if (accepted) return domain
  }
  return undefined
}
