/** The longest name of a host in the DNS. */
const MAX_HOST = 253

/** The origin in a text. A path or a wildcard would suggest that only a part of the host, or several hosts, are meant. */
export function originIn(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isOrigin = url && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`
  return isOrigin && !url.host.includes('*') && url.hostname.length <= MAX_HOST ? url.origin : undefined
}
