import type { Domain } from '../domain.js'

/** The domain of a client: with the origins that are allowed for it. */
export function withOriginsOf<T extends Domain>(domain: T, clientId: string): T {
  const { settings } = domain
  const added = settings.addedOrigins.filter(each => each.client_id === clientId).map(({ origin }) => origin)
  return { ...domain, clientId, settings: { ...settings, allowedOrigins: [...settings.ownOrigins, ...added] } }
}

/** Whether pages of this origin may use the consumer's cookie. The origin of a sandboxed frame (`null`) never may. */
export function isAllowedOrigin({ settings }: Domain, origin: string | undefined): origin is string {
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
