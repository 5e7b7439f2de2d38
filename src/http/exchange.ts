import { hasLocation } from '../base/environment.js'
import type { LoadDiagnostics } from '../diagnostics/load.js'
import type { Settings } from '../settings/options.js'
import type { ArrivedToken } from '../token/login.js'
import type { Token } from '../token/token.js'
import { checkOrigin } from './origin-check.js'
import { completeRefusal, type LoadCodes, refusalIn } from './read.js'
import { type Answer, send } from './send.js'
import { whenActivated } from './when-activated.js'

export interface CallOptions {
  signal?: AbortSignal | undefined
  /** Aborts when the session ends in which the call was made. Default: the present session. */
  sessionSignal?: AbortSignal
  keepalive?: boolean
  /** A JWT that proves who the consumer is, for the header `X-<Vendor>-Jwt` (specification 5.5). */
  jwt?: string
  /** Runs before the request is sent, when there is a token. If it throws, the call fails with its error. */
  beforeSend?(): Promise<void>
  /** Runs as soon as the request is sent. */
  onSent?(): void
}

export interface Request extends CallOptions {
  method: string
  path: string
  /** A string is sent as `text/plain` unless `type` is set. Neither `text/plain` nor a form needs a preflight request. */
  body?: string | URLSearchParams
  type?: string
  /** Sends the token in the header or the query, even if the carrier is the cookie. */
  bearer?: boolean
  /** Sends cookies, too, if the token travels in the header: for the call that makes the platform delete its cookie. */
  withCookies?: boolean
  /** Reads the token from the body of the answer, for a call that creates a token. */
  readToken?: (answer: Answer) => string | undefined
}

export interface ExchangePorts {
  token: Token
  /** How the token travels. Without a token: how a token would arrive. */
  carrier(): 'cookie' | 'header' | 'query'
  /** Called with the consent of the program in an answer: `granted`, `denied` or `unset`. */
  onConsent(consent: string): void
  /** The consumer's session. */
  authorizer: { accept(arrived: ArrivedToken): void }
  loadDiagnostics: LoadDiagnostics
  loadCodes: LoadCodes
}

/** Sends one request to the program domain, and reads the token and the consent in its answer. */
export type Exchange = (request: Request, access_token?: string) => Promise<Answer>

export function createExchange(settings: Settings, ports: ExchangePorts): Exchange {
  const { base, vendor } = settings
  const { token, carrier, authorizer } = ports
  const fetch = checkOrigin(settings, ports.loadDiagnostics)
  return async (request, access_token) => {
    const { path, type, bearer, withCookies, readToken, jwt, beforeSend: _, onSent, ...message } = request
    const sessionSignal = message.sessionSignal ?? token.login().signal
    const activation = whenActivated(message.signal, sessionSignal)
    if (activation) await activation
    const tokenCarrier = carrier()
    const stamp = token.stamp()
    const owner = token.owner()
    const isForeign = access_token !== undefined && access_token !== token.current()?.access_token
    /** The answer is for the login in force: not for another token, nor for a consumer who has logged out meanwhile, perhaps in another tab. */
    const isOwn = () => !isForeign && !withCookies && owner === token.owner()
    const url = new URL(base + path)
    const headers: Record<string, string> = type ? { 'content-type': type } : {}
    if (jwt) headers[`x-${vendor}-jwt`] = jwt
    if (access_token && tokenCarrier === 'query') url.searchParams.set('access_token', access_token)
    else if (access_token && (bearer || isForeign || tokenCarrier === 'header'))
      headers.authorization = `Bearer ${access_token}`
    const credentials = withCookies || (tokenCarrier === 'cookie' && !headers.authorization) ? 'include' : 'omit'
    const answering = send(fetch, {
      ...message,
      sessionSignal,
      url: url.href,
      headers,
      credentials,
    })
    onSent?.()
    const answer = await answering

    const header = (name: string) => answer.headers.get(`x-${vendor}-${name}`)
    const refusal = refusalIn(answer, path, vendor)
    const newToken = readToken?.(answer) ?? header('token')
    const consent = header('cookie-consent') ?? (newToken && 'granted')
    if (consent && isOwn()) ports.onConsent(consent)
    // The token of the call itself is ignored: a newer token may be in force by now.
    const isNew = newToken && newToken !== access_token && isOwn()
    const travelsByCookie = credentials === 'include' && consent === 'granted' && !isOnPageHost(url)
    if (isNew) authorizer.accept({ access_token: newToken, travelsByCookie, stamp, owner })
    if (refusal) throw await completeRefusal(refusal, ports.loadCodes)
    return answer
  }
}

/**
 * If the program domain is a reverse proxy on the page's own host, the token travels in the header, which needs no preflight request
 * there. The cookie is not reliable: every program with a proxy on this host sets it for the whole host. The cookie only restores the
 * consumer when the page's copy of the token is lost.
 */
const isOnPageHost = ({ origin }: URL) => hasLocation() && origin === location.origin
