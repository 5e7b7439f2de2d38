/** A regular expression that finds any name of such a cookie, before its `=`. */
export const PAGE_COOKIE = /(__Host-)?svc_page_token\.[^=;]+/

/**
 * The name of the cookie in which a page keeps its copy of the token for the program at `domain`: its own host's, unless the option
 * `cookieDomain` is set.
 */
export const pageCookie = (domain: string, { isShared = false, vendor = 'svc' } = {}): string =>
  `${isShared ? '' : '__Host-'}${vendor}_page_token.${encodeURIComponent(domain.replace('https://', ''))}`
