import type { Domain } from '../domain.js'
import { cookieToken } from '../http/cookie.js'
import { isTrustedOrigin, pageOrigin } from '../http/origin.js'
import { RestError } from '../http/rest-error.js'
import { createPerson } from './person.js'
import { exchangeAuthorized, findToken, issueConsumerToken, type Token } from './token.js'

/** Who makes a consumer call, and with what right. */
export interface Caller {
  token: Token
  /** The chain of tokens the request came with: not the token's where the call itself has said that the consumer is another. */
  cameWith: string | null
  /** The token string the request came with: the one in force, the one it replaces, or a dead one. */
  presented: string | undefined
  /** False where another site may have made the browser ask: such a request never changes who the consumer is. */
  mayChangeIdentity: boolean
}

export type Carrier = 'header' | 'query' | 'cookie' | 'none'

export interface Presented {
  access_token: string
  carrier: Carrier
}

/**
 * The token a request presents: header before query before cookie, `queryFirst` for the calls that ask about a token.
 * Throws `method_unauthorized` for an Authorization header that is no bearer token.
 */
export function presentedToken(domain: Domain, request: Request, queryFirst = false): Presented | undefined {
  const inQuery = new URL(request.url).searchParams.get('access_token')
  const query: Presented | undefined = inQuery ? { access_token: inQuery, carrier: 'query' } : undefined
  if (queryFirst && query) return query
  const authorization = request.headers.get('Authorization')
  if (authorization !== null) return { access_token: bearer(authorization), carrier: 'header' }
  const inCookie = cookieToken(domain, request.headers)
  return query ?? (inCookie ? { access_token: inCookie, carrier: 'cookie' } : undefined)
}

/** The caller of a request that presents a live consumer token. Throws the codes of `findToken`, and `access_denied`. */
export async function callerWith(domain: Domain, request: Request, presented: Presented): Promise<Caller> {
  const { carrier, access_token } = presented
  if (carrier === 'cookie') refuseForgery(domain, request)
  const token = await findToken(domain, access_token)
  if (token.type !== 'CONSUMER') throw new RestError('access_denied', 'The program domain takes consumer tokens alone')
  const mayChange = mayChangeIdentity(domain, request, carrier)
  return {
    token: mayChange ? await exchangeAuthorized(domain, token) : token,
    cameWith: token.device_id,
    presented: access_token,
    mayChangeIdentity: mayChange,
  }
}

/** A consumer nobody has seen before, for a request without a token or with a dead one. */
export async function newCaller(domain: Domain, request: Request, dead?: string): Promise<Caller> {
  const { person_id } = await createPerson(domain)
  const token = await issueConsumerToken(domain, { personId: person_id, level: 'anonymous' })
  const mayChange = mayChangeIdentity(domain, request, 'none')
  return { token, cameWith: token.device_id, presented: dead, mayChangeIdentity: mayChange }
}

/** Any page can make a browser send a form with its cookies: a POST on a cookie's authority says where it comes from. */
function refuseForgery(domain: Domain, request: Request): void {
  const origin = request.headers.get('Origin') ?? undefined
  if (origin === undefined ? asksOnly(request) : isTrustedOrigin(domain, origin)) return
  throw new RestError('access_denied', 'The cookie is good on pages of the program alone')
}

/**
 * A token in header or query was put there by one who knows it. A cookie travels by itself: a GET on its authority, which
 * any image can be, changes nobody. And a browser without one keeps what it is given: then only a page of the program may
 * say who the consumer is, or an app or a server, which name no page and keep no cookies for others.
 */
function mayChangeIdentity(domain: Domain, request: Request, carrier: Carrier): boolean {
  const { headers } = request
  if (carrier === 'header' || carrier === 'query') return true
  if (carrier === 'cookie') return !asksOnly(request)
  const page = pageOrigin(headers)
  if (page !== undefined) return isTrustedOrigin(domain, page)
  return !asksOnly(request) || !headers.has('Sec-Fetch-Site')
}

const asksOnly = ({ method }: Request) => method === 'GET' || method === 'HEAD'

function bearer(authorization: string): string {
  const token = /^Bearer +(\S+)$/i.exec(authorization)?.[1]
  if (token) return token
  throw new RestError('method_unauthorized', 'The Authorization header holds no bearer token')
}
