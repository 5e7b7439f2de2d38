/**
 * Whether two origins are one site to a browser: same scheme, same registrable domain. The last two labels stand for the
 * registrable domain, which is right for `*.localhost` and ordinary names; a public suffix such as `co.uk` would need
 * the public suffix list.
 */
export function sameSite(one: string, other: string): boolean {
  const [a, b] = [new URL(one), new URL(other)]
  return a.protocol === b.protocol && site(a.hostname) === site(b.hostname)
}

function site(hostname: string): string {
  const isAddress = hostname.startsWith('[') || /^[\d.]+$/.test(hostname)
  return isAddress ? hostname : hostname.split('.').slice(-2).join('.')
}
