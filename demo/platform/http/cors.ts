import type { Domain } from '../domain.js'
import { isAllowedOrigin } from './allowed-origins.js'

/** Two hours, the maximum in Chromium: a preflight costs a round trip (contract: 7200). */
const PREFLIGHT_SECONDS = 7200

/** The headers that let a page read the response. Only pages of the program may send credentials. */
export function corsHeaders(domain: Domain, request: Request): Record<string, string> {
  const origin = request.headers.get('Origin')
  if (origin === null) return { Vary: 'Origin' }
  const { names } = domain
  const exposed = [
    names.token,
    names.cookieConsent,
    names.errorMessage,
    names.campaign,
    names.inputEventId,
    'Retry-After',
  ].join(', ')
  return { ...allowed(domain, origin), 'Access-Control-Expose-Headers': exposed }
}

/** Responds to a CORS preflight request. */
export function preflight(domain: Domain, request: Request, methods: string[]): Response {
  const { names } = domain
  const headers = {
    ...allowed(domain, request.headers.get('Origin') ?? 'null'),
    'Access-Control-Allow-Methods': methods.join(', '),
    'Access-Control-Allow-Headers': `Authorization, Content-Type, ${names.jwt}, ${names.debug}`,
    'Access-Control-Max-Age': String(PREFLIGHT_SECONDS),
  }
  return new Response(null, { status: 204, headers })
}

function allowed(domain: Domain, origin: string): Record<string, string> {
  if (!isAllowedOrigin(domain, origin)) return { Vary: 'Origin', 'Access-Control-Allow-Origin': '*' }
  return { Vary: 'Origin', 'Access-Control-Allow-Origin': origin, 'Access-Control-Allow-Credentials': 'true' }
}
