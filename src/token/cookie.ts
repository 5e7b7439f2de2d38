/** Seconds: browsers cap a cookie's life at 400 days. */
const LIFE = 400 * 86_400

export function readCookie(name: string): string | undefined {
  try {
    const pair = document.cookie.split('; ').find(pair => pair.startsWith(`${name}=`))
    return pair && decodeURIComponent(pair.slice(name.length + 1))
  } catch {
    return undefined // a server, or a sandboxed frame
  }
}

/** Without a value the cookie is removed: with the attributes it was set with, or another one of that name is. */
export function writeCookie(name: string, value: string | undefined, domain?: string): void {
  const attributes = `; Max-Age=${value === undefined ? -1 : LIFE}; Path=/; SameSite=Lax; Secure${domain ? `; Domain=${domain}` : ''}`
  try {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is younger than the browser floor, and answers later.
    document.cookie = `${name}=${encodeURIComponent(value ?? '')}${attributes}`
  } catch {}
}
