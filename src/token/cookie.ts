import { readDocumentCookie, writeDocumentCookie } from './document-cookie.js'

/** Seconds: browsers cap a cookie's life at 400 days. */
const LIFE = 400 * 86_400

/**
 * The value of a cookie of this page. A cookie that appears twice counts as absent: a sibling subdomain may have set one of the two, and
 * `document.cookie` does not tell which. So does one that cannot be decoded.
 */
export function readCookie(name: string): string | undefined {
  const [value, second] = valuesOf(name)
  try {
    return second === undefined ? value && decodeURIComponent(value) : undefined
  } catch {
    return undefined
  }
}

/**
 * Sets a cookie, or removes it where `value` is undefined: for the page's host alone, unless `domain` says otherwise. A browser refuses
 * what it does not allow without an error.
 */
export function writeCookie(name: string, value: string | undefined, domain?: string, path = '/'): void {
  const attributes = `; Max-Age=${value === undefined ? -1 : LIFE}; Path=${path}; SameSite=Lax; Secure${domain ? `; Domain=${domain}` : ''}`
  try {
    writeDocumentCookie(`${name}=${encodeURIComponent(value ?? '')}${attributes}`)
  } catch {}
}

/** Removes every cookie of this name that the page can see, whichever parent domain and whichever path it was set for. */
export function removeCookie(name: string): void {
  if (!valuesOf(name).length) return
  const labels = location.hostname.split('.')
  const domains = [undefined, ...labels.map((_, index) => labels.slice(index).join('.'))]
  for (const domain of domains)
    for (const path of pathsTo(location.pathname)) writeCookie(name, undefined, domain, path)
}

/** `/`, `/a`, `/a/` and `/a/b` for `/a/b`: the paths whose cookies a page sees. */
function pathsTo(pathname: string): string[] {
  const steps = pathname.split('/').slice(1)
  const parents = steps.map((_, index) => `/${steps.slice(0, index + 1).join('/')}`)
  return ['/', ...parents.flatMap(path => [path, `${path}/`])]
}

function valuesOf(name: string): string[] {
  try {
    const pairs = readDocumentCookie().split('; ')
    return pairs.filter(pair => pair.startsWith(`${name}=`)).map(pair => pair.slice(name.length + 1))
  } catch {
    return [] // a server, or a sandboxed frame
  }
}
