import { hasLocation } from '../environment.js'
import type { Settings } from '../options.js'
import type { Token } from '../token/token.js'
import { errorIn, notThePlatform } from './read.js'
import { type Answer, send } from './send.js'

export interface CallOptions {
  signal?: AbortSignal | undefined
  /** The session in which the call was made. Default: the present one. */
  sessionSignal?: AbortSignal
  keepalive?: boolean
  /** Proves who the consumer is: goes in the header `X-<Vendor>-Jwt` (specification 5.5). */
  jwt?: string
  /** Runs when there is a token, before the request is sent. If it throws, the call fails with its error. */
  beforeSend?(): Promise<void>
}

export interface Request extends CallOptions {
  method: string
  path: string
  /** A string is sent as `text/plain` unless `type` is set. Neither `text/plain` nor a form needs a preflight request. */
  body?: string | URLSearchParams
  type?: string
  /** Sends the token in the header or the query, even if the carrier is the cookie. */
  bearer?: boolean
  /** Sends cookies beside the token in the header: for the call that has them deleted. */
  withCookies?: boolean
  /** Reads the token that the call has created from the body of the answer. */
  readToken?: (answer: Answer) => string | undefined
}

export interface ExchangePorts {
  token: Token
  /** How the token travels, or, where none is held, how one would come. Asked at each call. */
  carrier(): 'cookie' | 'header' | 'query'
  /** What the program lets the browser keep: `granted`, `denied`, `unset`. */
  onConsent(consent: string): void
  /** Called with a token of an answer that is not the token of its call. */
  onToken(stamp: number, access_token: string, travelsByCookie: boolean): void
  /** Aborts when the consumer logs out. */
  sessionSignal(): AbortSignal
}

/** Sends one request to the program domain, and reads the token and the consent in its answer. */
export type Exchange = (request: Request, access_token?: string) => Promise<Answer>

export function createExchange({ base, vendor, fetch }: Settings, ports: ExchangePorts): Exchange {
  const { token, carrier } = ports
  return async (request, access_token) => {
    const { path, type, bearer, withCookies, readToken, jwt, beforeSend: _, ...message } = request
    const way = carrier()
    const stamp = token.stamp()
    const owner = token.owner()
    const isForeign = access_token !== undefined && access_token !== token.current()?.access_token
    const url = new URL(base + path)
    const headers: Record<string, string> = type ? { 'content-type': type } : {}
    if (jwt) headers[`x-${vendor}-jwt`] = jwt
    if (access_token && way === 'query') url.searchParams.set('access_token', access_token)
    else if (access_token && (bearer || isForeign || way === 'header')) headers.authorization = `Bearer ${access_token}`
    const credentials = withCookies || (way === 'cookie' && !headers.authorization) ? 'include' : 'omit'
    const answer = await send(fetch, {
      sessionSignal: ports.sessionSignal(),
      ...message,
      url: url.href,
      headers,
      credentials,
    })

    const header = (name: string) => answer.headers.get(`x-${vendor}-${name}`)
    const error = errorIn(answer, vendor)
    const newToken = readToken?.(answer) ?? header('token')
    const consent = header('cookie-consent') ?? (newToken && 'granted')
    if (!error && !newToken && !bearer && !header('input-event-id') && !hasEventId(answer)) throw notThePlatform(answer)
    if (consent) ports.onConsent(consent)
    // Three tokens are ignored: the token of the call itself, because a newer one may be in force by now; a token for a consumer who has
    // logged out meanwhile, perhaps in another tab; and the answer to a call with a foreign token.
    const isNew = newToken && newToken !== access_token && !isForeign && owner === token.owner()
    if (isNew) ports.onToken(stamp, newToken, credentials === 'include' && consent === 'granted' && !isOnPageHost(url))
    if (error) throw error
    return answer
  }
}

/** The platform's own answer has a token or an event's id. A captive portal answers 200 too, without them. */
const hasEventId = ({ text }: Answer) => /^\s*\{[\s\S]*"(event_)?id"\s*:/.test(text)

/**
 * Behind a reverse proxy of the page's own host the token travels in the header, which needs no preflight request there. The cookie is not
 * reliable: all programs that are proxied there set it for the whole host. It only restores the consumer when the page's copy is lost.
 */
const isOnPageHost = ({ origin }: URL) => hasLocation() && origin === location.origin
