import type { App } from '../app.js'
import { hasLocation } from '../environment.js'
import type { Settings } from '../options.js'
import { readCookie, writeCookie } from './cookie.js'
import type { TokenStore } from './store.js'
import type { Token } from './token.js'

export interface CarrierPorts {
  app: App
  token: Token
  store: TokenStore
  /** Whether the consumer allows cookies. */
  isAllowed(): boolean
}

/** How the token travels. */
export interface TokenCarrier {
  /** The way the held token came. Where none is held, the way one would come. */
  current(): 'cookie' | 'header' | 'query'
  /** Whether the program domain may keep a cookie in this browser, and is sent it. */
  usesCookies(): boolean
}

export function createCarrier(settings: Settings, { app, token, store, isAllowed }: CarrierPorts): TokenCarrier {
  /** Chosen once: it costs cookies that are written and read. */
  let chosen: 'cookie' | 'header' | undefined

  function usesCookies() {
    if (!isAllowed() || app.isConnected) return false
    if (settings.carrier !== 'auto') return settings.carrier === 'cookie'
    chosen ??= hasLocation() ? chooseCarrier(settings.base, location) : 'header'
    return chosen === 'cookie'
  }

  return {
    usesCookies,
    current() {
      if (settings.carrier === 'query' && !app.isConnected) return 'query'
      const held = token.current()
      const byCookie = held ? held.cookie : !store.isLoggedOut()
      return byCookie && usesCookies() ? 'cookie' : 'header'
    },
  }
}

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
