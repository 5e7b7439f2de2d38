import { hasLocation } from '../base/environment.js'
import type { Settings } from '../settings/options.js'
import type { App } from './app.js'
import { readCookie, writeCookie } from './cookie.js'
import type { Token } from './token.js'

export interface CarrierPorts {
  app: App
  token: Token
  /** Whether the consumer allows cookies. */
  isAllowed(): boolean
}

/** How the token travels. */
export interface TokenCarrier {
  /** How the token in force arrived. Without a token: how a token would arrive. */
  current(): 'cookie' | 'header' | 'query'
  /** Whether the program domain may set a cookie in this browser, and receives it. */
  usesCookies(): boolean
  /**
   * The program's cookie may soon stand for another person than the token: until the returned function is called, the token travels in
   * the header.
   */
  avoidCookie(): () => void
}

export function createCarrier(settings: Settings, { app, token, isAllowed }: CarrierPorts): TokenCarrier {
  /** The choice of the carrier `auto`. It is made once: it writes and reads cookies. */
  let chosen: 'cookie' | 'header' | undefined
  /** How many callers of `avoidCookie` have not ended. */
  let avoiding = 0

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
      const { access_token, travelsByCookie, isLoggedOut } = token.login()
      const mayUseCookie = access_token ? travelsByCookie : !isLoggedOut
      return mayUseCookie && !avoiding && usesCookies() ? 'cookie' : 'header'
    },
    avoidCookie() {
      avoiding++
      return () => {
        avoiding--
      }
    },
  }
}

/**
 * Chooses how the token travels if the host has not chosen. By cookie if page and program domain are same-site: only then does every
 * browser send the cookie. Otherwise by header. Over plain http, browsers accept the program domain's `Secure` cookie only from localhost.
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

/**
 * The site of a host: its shortest parent domain, of two labels or more, that accepts a cookie of this page. The browser knows the public
 * suffixes; a list of them is too large for a bundle.
 */
function siteOf(host: string) {
  const labels = host.split('.')
  for (let index = labels.length - 2; index >= 0; index--) {
    const domain = labels.slice(index).join('.')
    writeCookie(PROBE, '', domain)
    const isAccepted = readCookie(PROBE) !== undefined
    writeCookie(PROBE, undefined, domain)
    if (isAccepted) return domain
  }
  return undefined
}
