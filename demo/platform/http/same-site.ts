/**
 * Whether two origins are same-site: same scheme and same registrable domain. Takes the last two labels as the
 * registrable domain. That is right for `*.localhost` and most names, but not for a public suffix such as `co.uk`.
 */
export function sameSite(one: string, other: string): boolean {
  const [a, b] = [new URL(one), new URL(other)]
  return a.protocol === b.protocol && site(a.hostname) === site(b.hostname)
}

function site(hostname: string): string {
  const isAddress = hostname.startsWith('[') || /^[\d.]+$/.test(hostname)
  return isAddress ? hostname : hostname.split('.').slice(-2).join('.')
}
