import type { Domain } from '../domain.js'

/** Whether pages of this origin may use the consumer's cookie. The origin of a sandboxed frame (`null`) never may. */
export function isTrustedOrigin({ settings }: Domain, origin: string | undefined): origin is string {
  return origin !== undefined && (origin === settings.programOrigin || settings.allowedOrigins.includes(origin))
}

/**
 * The origin of the page that sent a request. Images and navigations have it only in `Referer`. Undefined if the request
 * has neither header.
 */
export function pageOrigin(headers: Headers): string | undefined {
  const origin = headers.get('Origin')
  if (origin !== null) return origin
  const referer = headers.get('Referer')
  return referer && URL.canParse(referer) ? new URL(referer).origin : undefined
}
