import type { Domain } from '../domain.js'
import { isAllowedOrigin, pageOrigin, withOriginsOf } from '../http/allowed-origins.js'
import { cookieToken } from '../http/cookie.js'
import { RestError } from '../http/rest-error.js'
import { createPerson } from './person.js'
import { findToken, issueConsumerToken, requirePaid, type Token } from './token.js'

/** Who makes a consumer call, and what the request may do. */
export interface Caller {
  token: Token
  /** The device id of the token in the request. It differs from that of `token` if the call named another consumer. */
  requestDeviceId: string | null
  /** The token string in the request. It may be current, replaced or invalid. */
  presented: string | undefined
  /** False if another site may have caused the request (CSRF). Such a request never changes who the consumer is. */
  mayChangeIdentity: boolean
}

export type Carrier = 'header' | 'query' | 'cookie' | 'none'

export interface Presented {
  access_token: string
  carrier: Carrier
}

interface Reading {
  /** Whether the query comes before the header. */
  queryFirst?: boolean
  /** Whether an Authorization header of another scheme, such as that of a protected test site, is left alone. */
  onlyBearer?: boolean
}

/**
 * Reads the token of a request from the header, the query or the cookie, in this order. Throws `method_unauthorized` for an Authorization header
 * without a bearer token.
 */
export function presentedToken(
  domain: Domain,
  request: Request,
  { queryFirst = false, onlyBearer = false }: Reading = {},
): Presented | undefined {
  const inQuery = new URL(request.url).searchParams.get('access_token')
  const query: Presented | undefined = inQuery ? { access_token: inQuery, carrier: 'query' } : undefined
  if (queryFirst && query) return query
  const authorization = request.headers.get('Authorization')
  if (authorization !== null && !(onlyBearer && !/^Bearer\b/i.test(authorization)))
    return { access_token: bearer(authorization), carrier: 'header' }
  const inCookie = cookieToken(domain, request.headers)
  return query ?? (inCookie ? { access_token: inCookie, carrier: 'cookie' } : undefined)
}

/**
 * Creates the caller of a request with a consumer token. Both the client of the program domain and the client of the token must allow the page
 * that sends a cookie: the domain may have belonged to another client before. Throws `access_denied` and the errors of `findToken`.
 */
export async function callerWith(domain: Domain, request: Request, presented: Presented): Promise<Caller> {
  const { carrier, access_token } = presented
  if (carrier === 'cookie') checkOrigin(domain, request)
  const token = await findToken(domain, access_token)
  if (token.type !== 'CONSUMER') throw new RestError('access_denied', 'The program domain accepts only consumer tokens')
  const ofToken = withOriginsOf(domain, token.client_id)
  if (carrier === 'cookie') checkOrigin(ofToken, request)
  return {
    ...{ token, requestDeviceId: token.device_id, presented: access_token },
    mayChangeIdentity: [domain, ofToken].every(each => mayChangeIdentity(each, request, carrier)),
  }
}

/** Creates an anonymous consumer for a request without a valid token. Throws `payment_required`. */
export async function newCaller(domain: Domain, request: Request, invalidToken?: string): Promise<Caller> {
  await requirePaid(domain)
  const { person_id } = await createPerson(domain)
  const token = await issueConsumerToken(domain, { personId: person_id, level: 'anonymous' })
  const mayChange = mayChangeIdentity(domain, request, 'none')
  return { token, requestDeviceId: token.device_id, presented: invalidToken, mayChangeIdentity: mayChange }
}

/**
 * Protects against CSRF: a POST that is authorized by the cookie must come from a page of the program. A GET may come from any page, which cannot
 * read the answer, except from an opaque origin.
 */
function checkOrigin(domain: Domain, request: Request): void {
  const origin = request.headers.get('Origin') ?? undefined
  if (isReadOnly(request) ? origin !== 'null' : isAllowedOrigin(domain, origin)) return
  throw new RestError('access_denied', 'The cookie is only valid on pages of the program')
}

/**
 * A client that sends a token in the header or query knows the token. The browser adds a cookie by itself, and an image on any
 * page can cause a GET, so a GET with a cookie must say that it comes from a page of the program. A request without a token sets
 * a cookie, so it must come from such a page too, or from an app or server, which sends no origin. HEAD never changes anything.
 */
function mayChangeIdentity(domain: Domain, request: Request, carrier: Carrier): boolean {
  const { headers } = request
  if (request.method === 'HEAD') return false
  if (carrier === 'header' || carrier === 'query') return true
  const page = pageOrigin(headers)
  if (carrier === 'cookie' && isReadOnly(request)) return isAllowedOrigin(domain, page)
  if (carrier === 'cookie') return true
  if (page !== undefined) return isAllowedOrigin(domain, page)
  return !isReadOnly(request) || !headers.has('Sec-Fetch-Site')
}

/**
 * Protects the server API against CSRF: the cookie is for consumers, so it writes nothing there, and reads only for a request that no page of
 * another origin sends (specification 5.5). Throws `access_denied`.
 */
export function checkServerCookie({ settings }: Domain, request: Request, { carrier }: Presented): void {
  const origin = request.headers.get('Origin')
  const isOwnPage = origin === null || origin === settings.serverOrigin
  if (carrier !== 'cookie' || (isReadOnly(request) && isOwnPage)) return
  throw new RestError('access_denied', 'A token in the cookie only reads. Send the token in the Authorization header')
}

const isReadOnly = ({ method }: Request) => method === 'GET' || method === 'HEAD'

function bearer(authorization: string): string {
  const token = /^Bearer +(\S+)$/i.exec(authorization)?.[1]
  if (token) return token
  throw new RestError('method_unauthorized', 'The Authorization header has no bearer token')
}
