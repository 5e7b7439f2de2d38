import { hasLocation } from '../environment.js'
import type { Settings } from '../options.js'
import type { Token } from '../token/token.js'
import { errorIn, notThePlatform } from './read.js'
import { type Answer, send } from './send.js'

export interface CallOptions {
  signal?: AbortSignal | undefined
  keepalive?: boolean
  /** Proves who the consumer is: goes in the header `X-<Vendor>-Jwt` (specification 5.5). */
  jwt?: string
  /** Runs once there is a token, before the request leaves with it. The call fails as it does. */
  beforeSend?(): Promise<void>
}

export interface Request extends CallOptions {
  method: string
  path: string
  /** A string goes as `text/plain`, unless `type` says otherwise; as a form does, it needs no preflight then. */
  body?: string | URLSearchParams
  type?: string
  /** A token in the header, or the query, whatever the carrier. */
  bearer?: boolean
  /** Cookies beside the token in the header: for the call that has them cleared. */
  withCookies?: boolean
  /** The session in which the call was made; by default the present one. */
  sessionSignal?: AbortSignal
  /** Finds in the answer the token that the call has made. */
  brings?: (answer: Answer) => string | undefined
}

export interface ExchangeHooks {
  token: Token
  /** How the token travels, or, where none is held, how one would come. Asked at each call. */
  carrier(): 'cookie' | 'header' | 'query'
  /** What the program lets the browser keep: `granted`, `denied`, `unset`. */
  onConsent(consent: string): void
  /** The platform brought a token that is not the one the call was made with. */
  onToken(stamp: number, access_token: string, travelsByCookie: boolean): void
  /** Aborts when the consumer leaves. */
  sessionSignal(): AbortSignal
}

/** One exchange with the program domain, and what its answer says of the token and of consent. */
export type Exchange = (request: Request, access_token?: string) => Promise<Answer>

export function createExchange({ base, vendor, fetch }: Settings, hooks: ExchangeHooks): Exchange {
  const { token, carrier } = hooks
  return async (request, access_token) => {
    const { path, type, bearer, withCookies, brings, jwt, beforeSend: _, ...message } = request
    const by = carrier()
    const stamp = token.stamp()
    const owner = token.owner()
    const isForeign = access_token !== undefined && access_token !== token.current()?.access_token
    const url = new URL(base + path)
    const headers: Record<string, string> = type ? { 'content-type': type } : {}
    if (jwt) headers[`x-${vendor}-jwt`] = jwt
    if (access_token && by === 'query') url.searchParams.set('access_token', access_token)
    else if (access_token && (bearer || isForeign || by === 'header')) headers.authorization = `Bearer ${access_token}`
    const credentials = withCookies || (by === 'cookie' && !headers.authorization) ? 'include' : 'omit'
    const answer = await send(fetch, {
      sessionSignal: hooks.sessionSignal(),
      ...message,
      url: url.href,
      headers,
      credentials,
    })

    const said = (name: string) => answer.headers.get(`x-${vendor}-${name}`)
    const error = errorIn(answer, vendor)
    const brought = brings?.(answer) ?? said('token')
    const consent = said('cookie-consent') ?? (brought && 'granted')
    if (!error && !brought && !bearer && !said('input-event-id') && !hasEventId(answer)) throw notThePlatform(answer)
    if (consent) hooks.onConsent(consent)
    // An answer that only repeats what its call was made with may be older than what has come since.
    // One for somebody who has logged out since, in another tab, comes too late; one for another token says nothing of the one in force.
    if (brought && brought !== access_token && !isForeign && owner === token.owner())
      hooks.onToken(stamp, brought, credentials === 'include' && consent === 'granted' && !isOnPageHost(url))
    if (error) throw error
    return answer
  }
}

/** A captive portal answers 200 too; the platform's own answer names the token in force, or the event. */
const hasEventId = ({ text }: Answer) => /^\s*\{[\s\S]*"(event_)?id"\s*:/.test(text)

/**
 * Behind a reverse proxy of the page's own host a header costs no preflight, and says whose a call is. A cookie does not: all programs that
 * are proxied there set theirs for the whole host. It only brings back who was here, once the page's own copy of the token is gone.
 */
const isOnPageHost = ({ origin }: URL) => hasLocation() && origin === location.origin
