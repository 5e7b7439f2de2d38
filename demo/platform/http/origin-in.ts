/** The origin in a text. A path or a wildcard would suggest that only a part of the host, or several hosts, are meant. */
export function originIn(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined
  return url && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/` && !url.host.includes('*')
    ? url.origin
    : undefined
}
