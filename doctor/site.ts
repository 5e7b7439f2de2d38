import { resolve4, resolveCname } from 'node:dns/promises'
import { getDomain } from 'tldts'
import { isLocalHost } from './request.js'

/** The questions to the name server, which tests answer themselves. */
export interface NameServer {
  resolve4(host: string): Promise<string[]>
  resolveCname(host: string): Promise<string[]>
}

export const nameServer: NameServer = { resolve4, resolveCname }

/** The site of a host: its registrable domain, by the list of public suffixes that browsers have. */
export function siteOf(host: string): string {
  if (isLocalHost(host)) return host.split('.').slice(-2).join('.')
  return getDomain(host, { allowPrivateDomains: true }) ?? host
}

export const isSameSite = (one: URL, other: URL): boolean =>
  one.protocol === other.protocol && siteOf(one.hostname) === siteOf(other.hostname)

/**
 * Why Safari keeps the cookies of the program domain for seven days only, although it belongs to the site of the page: its address is another
 * company's (https://webkit.org/tracking-prevention/). Undefined if Safari keeps them, or if nobody knows.
 */
export async function reasonForShortCookies(page: URL, domain: URL, names: NameServer): Promise<string | undefined> {
  if (isLocalHost(domain.hostname) || page.hostname === domain.hostname) return undefined
  const aliases = await names.resolveCname(domain.hostname).catch(() => [])
  const foreign = aliases.find(alias => siteOf(alias) !== siteOf(page.hostname))
  if (foreign) return `${domain.hostname} is a CNAME of ${foreign}, which is another site`
  const [ofPage, ofDomain] = await Promise.all(
    [page, domain].map(({ hostname }) => names.resolve4(hostname).catch(() => [])),
  )
  const [one, other] = [ofPage?.[0], ofDomain?.[0]]
  if (!one || !other || half(one) === half(other)) return undefined
  return `the address of ${domain.hostname} (${other}) is in another network than that of ${page.hostname} (${one})`
}

/** The half of an IPv4 address that Safari compares. */
const half = (address: string) => address.split('.').slice(0, 2).join('.')
