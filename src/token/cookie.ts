/** Browsers cap a cookie's life at 400 days. */
const LIFE_S = 400 * 86_400

export function readCookie(name: string): string | undefined {
  const pair = globalThis.document?.cookie.split('; ').find(pair => pair.startsWith(`${name}=`))
  return pair && decodeURIComponent(pair.slice(name.length + 1))
}

/** Without a value the cookie is removed: with the attributes it was set with, or another one of that name is. */
export function writeCookie(name: string, value: string | undefined, domain?: string): void {
  if (!globalThis.document) return
  const life = `; Max-Age=${value === undefined ? 0 : LIFE_S}; Path=/; SameSite=Lax; Secure`
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is younger than the browser floor, and answers later.
  document.cookie = `${name}=${encodeURIComponent(value ?? '')}${life}${domain ? `; Domain=${domain}` : ''}`
}
