import cookies from 'js-cookie'
import { readDocumentCookie, writeDocumentCookie } from './document-cookie.js'

/** 400 days: browsers do not keep a cookie longer. */
const MAX_AGE_SECONDS = 400 * 86_400

/**
 * Reads a cookie of this page. Returns undefined for a cookie that appears twice: a sibling subdomain may have set one of the two, and
 * `document.cookie` does not tell which. Returns undefined for a cookie that cannot be decoded, too.
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
 * Sets a cookie, or removes it if `value` is undefined. Without a `domain`, the cookie is for the page's host only. A browser ignores a
 * cookie that it does not allow, without an error.
 */
export function writeCookie(name: string, value: string | undefined, domain?: string, path = '/'): void {
  const maxAge = value === undefined ? -1 : MAX_AGE_SECONDS
  // A `for … in` loop of the library also finds what an old script of the page has added to `Object.prototype`. Without a value, it is no attribute.
  const added = Object.fromEntries(Object.keys(Object.prototype).map(key => [key, undefined]))
  const attributes = {
    ...added,
    'Max-Age': `${maxAge}`,
    path,
    sameSite: 'Lax',
    secure: true,
    ...(domain && { domain }),
  } as const
  try {
    // The library encodes the name itself.
    writeDocumentCookie(cookies.set(decodeURIComponent(name), value ?? '', attributes))
  } catch {
    // A sandboxed frame.
  }
}

/** Removes every cookie of this name that the page can see, for each parent domain and each path. */
export function removeCookie(name: string): void {
  if (!valuesOf(name).length) return
  const labels = location.hostname.split('.')
  const domains = [undefined, ...labels.map((_, index) => labels.slice(index).join('.'))]
  for (const domain of domains)
    for (const path of pathsTo(location.pathname)) writeCookie(name, undefined, domain, path)
}

/** The paths whose cookies a page sees: `/`, `/a`, `/a/`, `/a/b` and `/a/b/` for `/a/b`. */
function pathsTo(pathname: string): string[] {
  const segments = pathname.split('/').slice(1)
  const parents = segments.map((_, index) => `/${segments.slice(0, index + 1).join('/')}`)
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
