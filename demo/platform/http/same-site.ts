import { getDomain } from 'tldts'

/** Whether two URLs are same-site: same scheme and same registrable domain, by the list of public suffixes that browsers have. */
export function sameSite(one: string, other: string): boolean {
  const [a, b] = [new URL(one), new URL(other)]
  return a.protocol === b.protocol && site(a.hostname) === site(b.hostname)
}

/** An address, and a host that is a public suffix itself, has no registrable domain. */
const site = (hostname: string) => getDomain(hostname, { allowPrivateDomains: true }) ?? hostname
