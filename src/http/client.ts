import type { Settings } from '../options.js'
import { pageHas } from '../page.js'
import type { Token } from '../token/token.js'
import { aborted, asRewardsError, isAborted, RewardsError } from './error.js'
import { errorIn, isDeadToken, notThePlatform, readJson } from './read.js'
import { type Answer, send } from './send.js'

export interface CallOptions {
  signal?: AbortSignal
  keepalive?: boolean
}

export interface ApiInput extends CallOptions {
  /** Goes as JSON. */
  body?: object
}

/** Calls to the program domain, each with the token in force, and one renewal of it (specification 4.3). */
export interface Client {
  /** A web-friendly call: answers 200 whatever happened, allocates a token where none is held, and needs no preflight under the cookie carrier. */
  web(path: string, payload: object, options?: CallOptions): Promise<Answer>
  /** An API-friendly call, with the token in the header. Resolves with the parsed JSON. */
  api(method: string, path: string, input?: ApiInput): Promise<unknown>
  /** Runs `bring`, which is to settle a token, before every other call: where none is held, or `always`. */
  open(bring: () => Promise<unknown>, always?: boolean): Promise<unknown>
  /** One exchange and nothing more: no waiting, no renewal. */
  exchange(request: Request, access_token?: string): Promise<Answer>
  /** Resolves once it is known what the newest token is worth. */
  weighed(): Promise<void> | void
  /** Ends every call under way with `logged_out`. */
  end(): void
  /** Whether a web-friendly call would now go as a simple request. */
  simple(): boolean
  /** For what is loaded later, and has no class of errors of its own. */
  error(...args: ConstructorParameters<typeof RewardsError>): RewardsError
  /** One of the platform's own headers, `X-<Vendor>-<name>`. */
  header(answer: Answer, name: string): string | null
}

export interface ClientHooks {
  token: Token
  /** How the token travels, or, where none is held, how one would come. Asked at each call. */
  carrier(): 'cookie' | 'header' | 'query'
  /** What the program lets the browser keep: `granted`, `denied`, `unset`. */
  onConsent(consent: string): void
  /** The platform brought a token that is not the one the call was made with. Never rejects; what is under way is weighed already. */
  onToken(stamp: number, access_token: string, cookie: boolean): Promise<void> | void
  /** Whether the consumer had proved who they are, and the host can prove it again. */
  proven(): unknown
  /** Whether a token is to be had by `renew` alone. */
  special(): unknown
  /** Brings a token where none is held: all that a zone cannot bring by itself. */
  renew(): Promise<unknown>
  /** Proves the consumer's identity, where a call with this token needs that and the host can. */
  prove(access_token: string | undefined): Promise<unknown> | undefined
  /** Runs `work` in one tab at a time. */
  alone<T>(work: () => Promise<T>): Promise<T>
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
  /** The consumer's, in which the call was made; by default the present one's. */
  life?: AbortSignal
  /** Finds in the answer the token that the call has made. */
  brings?: (answer: Answer) => string | undefined
}

/** A proven identity is proved again so long before its token expires. */
const AHEAD_MS = 10_000

export function createClient({ base, vendor, fetch }: Settings, hooks: ClientHooks): Client {
  const { token, carrier } = hooks
  let life = new AbortController()
  /** The call that is bringing a token. */
  let opening: Promise<unknown> | undefined
  /** What the newest token is worth is being found out. */
  let weighing: Promise<void> | void

  const header = ({ headers }: Answer, name: string) => headers.get(`x-${vendor}-${name}`)

  /** Runs `request` with a token: several calls on a cold page make one consumer, and a dead token is replaced once. */
  async function call(asked: Request, before?: RewardsError): Promise<Answer> {
    // A call is one person's: whoever comes while it waits, it ends with the life it began in.
    const request = { life: life.signal, ...asked }
    await activation()
    while (opening) {
      // Where the first got no token, those behind it would get none either, unless it was only called off.
      const opened = opening.catch(error => {
        if (!token.current() && !isAborted(error)) withoutToken(error)
      })
      await Promise.race([opened, calledOff(request.signal)])
    }
    const proven = hooks.proven()
    const late = token.current()
    if (proven && late?.expires_at && late.expires_at < Date.now() + AHEAD_MS) token.drop(late.access_token)
    if (!token.current()) {
      // An event whose answer is lost is sent again, and must find the consumer it was recorded for: a zone alone may bring the token.
      const opens = request.path === '/zones' && !(before || proven || hooks.special())
      // The token that a zone brings is for all who wait: calling the zone off ends nothing but the waiting for it.
      const opened = open(() =>
        opens ? exchange({ ...request, signal: undefined }) : hooks.renew().catch(withoutToken),
      )
      const first = await Promise.race([opened, calledOff(request.signal)])
      await weighing
      if (first && opens) return first as Answer
    }
    const held = token.current()
    try {
      const answer = await exchange(request, held?.access_token)
      // Whoever has an answer can ask who the consumer now is.
      await weighing
      return answer
    } catch (cause) {
      const error = asRewardsError(cause)
      if (before) {
        error.cause ??= before
        throw error
      }
      if (isDeadToken(error)) token.drop(held?.access_token)
      else if (error.code !== 'scopes_denied' || !(await hooks.prove(held?.access_token))) throw error
      return call(request, error)
    }
  }

  /** In one tab at a time: the others take the token that this one has got. */
  function open<T>(bring: () => Promise<T>, always?: boolean): Promise<T | undefined> {
    const run = hooks
      .alone(async () => (token.current() && !always ? undefined : bring()))
      .finally(() => {
        // Another may have begun meanwhile: that one is waited for.
        if (opening === run) opening = undefined
      })
    opening = run
    return run
  }

  async function exchange(request: Request, access_token?: string): Promise<Answer> {
    const { path, type, bearer, withCookies, brings, ...message } = request
    const by = carrier()
    const stamp = token.stamp()
    const owner = token.owner()
    const url = new URL(base + path)
    const headers: Record<string, string> = type ? { 'content-type': type } : {}
    if (access_token && by === 'query') url.searchParams.set('access_token', access_token)
    else if (access_token && (bearer || by === 'header')) headers.authorization = `Bearer ${access_token}`
    const credentials = withCookies || (by === 'cookie' && !headers.authorization) ? 'include' : 'omit'
    const answer = await send(fetch, { life: life.signal, ...message, url: url.href, headers, credentials })

    const error = errorIn(answer, vendor)
    const brought = brings?.(answer) ?? header(answer, 'token')
    const consent = header(answer, 'cookie-consent') ?? (brought && 'granted')
    if (!error && !brought && !bearer && !header(answer, 'input-event-id') && !hasEventId(answer))
      throw notThePlatform()
    if (consent) hooks.onConsent(consent)
    // An answer that only repeats what its call was made with may be older than what has come since.
    // One for somebody who has logged out since, in another tab, comes too late.
    if (brought && brought !== access_token && owner === token.owner())
      weighing = hooks.onToken(stamp, brought, credentials === 'include' && consent === 'granted')
    if (error) throw error
    return answer
  }

  return {
    header,
    error: (...args) => new RewardsError(...args),
    open,
    exchange,
    weighed: () => weighing,
    end() {
      life.abort()
      life = new AbortController()
    },
    simple: () => carrier() === 'cookie' || !token.current(),
    web: (path, payload, options) => call({ ...options, method: 'POST', path, body: JSON.stringify(payload) }),

    api: async (method, path, { body, ...options } = {}) =>
      readJson(
        await call({
          ...options,
          method,
          path,
          body: body && JSON.stringify(body),
          type: body && 'application/json',
          bearer: true,
        }),
      ),
  }
}

/** A call that waits behind another hears its own signal. */
const calledOff = (signal: AbortSignal | undefined) =>
  new Promise((_, reject) => {
    signal?.addEventListener('abort', () => reject(aborted()))
    if (signal?.aborted) reject(aborted())
  })

/** There is no token to be had: that says nothing of the call that wanted one, which may be tried again. */
function withoutToken(error: RewardsError): never {
  throw Object.assign(error, { retryable: true })
}

/** A page that is prerendered may never be seen: it makes no consumer and sends nothing until it is. */
function activation() {
  const page = pageHas('document') && (document as Document & { prerendering?: boolean })
  return (
    page &&
    page.prerendering &&
    new Promise(resolve => page.addEventListener('prerenderingchange', resolve, { once: true }))
  )
}

/** A captive portal answers 200 too; the platform's own answer names the token in force, or the event. */
const hasEventId = ({ text }: Answer) => /^\s*\{[\s\S]*"(event_)?id"\s*:/.test(text)
