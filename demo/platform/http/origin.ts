import type { Domain } from '../domain.js'

/** Whether the program trusts pages of this origin with the consumer's cookie. `null`, a sandboxed frame's, is nobody's. */
export function isTrustedOrigin({ settings }: Domain, origin: string | undefined): origin is string {
  return origin !== undefined && (origin === settings.programOrigin || settings.allowedOrigins.includes(origin))
}

/**
 * The origin of the page a request comes from. An image or a navigation says it in `Referer` alone.
 * Undefined: the request does not say.
 */
export function pageOrigin(headers: Headers): string | undefined {
  const origin = headers.get('Origin')
  if (origin !== null) return origin
  const referer = headers.get('Referer')
  return referer && URL.canParse(referer) ? new URL(referer).origin : undefined
}
