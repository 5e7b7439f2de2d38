import type { Settings } from '../options.js'
import { pageHas } from '../page.js'
import { safeDocument } from '../safe-document.js'
import { aborted, asRewardsError, isAborted, RewardsError } from './error.js'
import { type CallOptions, createExchange, type Exchange, type ExchangeHooks, type Request } from './exchange.js'
import { isDeadToken, readJson } from './read.js'
import type { Answer } from './send.js'

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
  /**
   * One exchange and nothing more: no waiting, no renewal. With an `access_token` that is not the one in force, no cookie goes along, and
   * what the answer brings never replaces the token in force.
   */
  exchange: Exchange
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

export interface ClientHooks extends Pick<ExchangeHooks, 'token' | 'carrier' | 'onConsent'> {
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

/** A proven identity is proved again so long before its token expires. */
const AHEAD_MS = 10_000

/**
 * After a token that was renewed is refused as well, none is renewed for so long: each renewal would make another consumer, and none of
 * them would be taken.
 */
const RENEWAL_PAUSE_MS = 60_000

export function createClient(settings: Settings, hooks: ClientHooks): Client {
  const { token, carrier } = hooks
  let life = new AbortController()
  /** The call that is bringing a token. */
  let opening: Promise<unknown> | undefined
  /** What the newest token is worth is being found out. */
  let weighing: Promise<void> | void
  /** By `performance.now()`: until then a token that is refused is not renewed. */
  let pausedUntil = 0

  const header = ({ headers }: Answer, name: string) => headers.get(`x-${settings.vendor}-${name}`)
  const exchange = createExchange(settings, {
    ...hooks,
    life: () => life.signal,
    onBrought: (...brought) => {
      weighing = hooks.onToken(...brought)
    },
  })

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
    const first = token.current() ? undefined : await bring(request, Boolean(before || proven || hooks.special()))
    if (first) return first
    await request.beforeSend?.()
    const held = token.current()
    try {
      const answer = await exchange(request, held?.access_token)
      // Whoever has an answer can ask who the consumer now is.
      await weighing
      return answer
    } catch (cause) {
      const error = asRewardsError(cause)
      if (before) error.cause ??= before
      if (isDeadToken(error)) dropDead(error, held?.access_token, before)
      else if (before || error.code !== 'scopes_denied' || !(await hooks.prove(held?.access_token))) throw error
      return call(request, error)
    }
  }

  /** Brings a token where none is held. Resolves with the answer to `request` where that has brought it. */
  async function bring(request: Request, needsRenewal: boolean): Promise<Answer | undefined> {
    // An event whose answer is lost is sent again, and must find the consumer it was recorded for: a zone alone may bring the token.
    const opens = request.path === '/zones' && !needsRenewal
    // The token that a zone brings is for all who wait: calling the zone off ends nothing but the waiting for it.
    const opened = open<unknown>(() => {
      // Whose the answer's token will be is known before it is asked for: what is tracked meanwhile is theirs.
      token.claimOwner()
      return opens ? exchange({ ...request, signal: undefined }) : hooks.renew().catch(withoutToken)
    })
    const first = await Promise.race([opened, calledOff(request.signal)])
    await weighing
    return opens ? (first as Answer | undefined) : undefined
  }

  /** Lets go of a token that was refused, so that the next call renews it. Throws `error` where that has not helped. */
  function dropDead(error: RewardsError, access_token: string | undefined, before: RewardsError | undefined) {
    const isRenewed = before && isDeadToken(before)
    if (isRenewed) pausedUntil = performance.now() + RENEWAL_PAUSE_MS
    if (before || performance.now() < pausedUntil) withoutToken(error)
    token.drop(access_token)
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
  const page = pageHas('document') && (safeDocument() as Document & { prerendering?: boolean })
  return (
    page &&
    page.prerendering &&
    new Promise(resolve => page.addEventListener('prerenderingchange', resolve, { once: true }))
  )
}
