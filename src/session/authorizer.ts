import { isAborted, type RewardsError } from '../error/error.js'
import type { Authorizer } from '../http/authorizer.js'
import { reasonToEnd, untilEnd } from '../http/end-of-call.js'
import type { Request } from '../http/exchange.js'
import { isDeadToken, needsProof, throwRetryable } from '../http/retry.js'
import type { Answer } from '../http/send.js'
import { whenActivated } from '../http/when-activated.js'
import type { Settings } from '../settings/options.js'
import type { App } from '../token/app.js'
import { levelOf } from '../token/consumer.js'
import type { ArrivedToken } from '../token/login.js'
import type { Token } from '../token/token.js'
import type { Recover } from './recover.js'

/** The authorizer of the client (`http/authorizer.ts`), with what only the session and the start of the runtime use. */
export interface SessionAuthorizer extends Authorizer {
  /** Runs `work` in one tab at a time. Until it has ended, every call of this page waits. */
  blockCalls<T>(work: () => Promise<T>): Promise<T>
  /** The same with `acquire`, which brings a token. Resolves with undefined, without running it, if a token is held when its turn comes. */
  acquireToken<T>(acquire: () => Promise<T>): Promise<T | undefined>
}

export interface AuthorizerPorts {
  token: Token
  settings: Pick<Settings, 'jwt' | 'tokenDuration'>
  app: Pick<App, 'renewToken'>
  /** Loads everything about a second token. `renew` acquires a token while none is held. */
  loadIdentity(): Promise<{ renew(): Promise<void>; recover: Recover }>
  /** Decides whether a token that an answer has brought replaces the one in force. Never rejects. */
  evaluate(arrived: ArrivedToken): Promise<void> | undefined
  /** Runs `work` in one tab at a time. */
  withLock<T>(work: () => Promise<T>): Promise<T>
  /** Aborts when the runtime is destroyed. */
  lifetime: AbortSignal
}

/** A verified consumer is proved again this long before their token expires. */
const REPROVE_AHEAD_MS = 10_000

/** Gives each call its token: several calls on a cold page make one consumer, and a dead token is replaced once. */
export function createAuthorizer(ports: AuthorizerPorts): SessionAuthorizer {
  const { token, settings, app, loadIdentity, lifetime } = ports
  /** Every call waits for this work, which is to bring a token. */
  let blocking: Promise<unknown> | undefined
  /** The evaluation of the newest token. */
  let pendingEvaluation: Promise<void> | undefined

  async function authorize(request: Request, send: () => Promise<Answer>, previous?: RewardsError) {
    await whenActivated(request.signal, request.sessionSignal)
    // Checked again after each wait. From the last check to `acquireToken()` nothing may be awaited, or two calls would acquire a token each.
    while (blocking) await waitForToken(blocking, request)
    const error = reasonToEnd(request)
    if (error) throw error
    const mustProve = settings.jwt && levelOf(token.login()) === 'verified'
    if (mustProve) dropExpiring()
    const { access_token, isLoggedOut } = token.login()
    if (access_token) return undefined
    // Then only a renewal acquires the right token.
    const mustRenew = previous || mustProve || app.renewToken || settings.tokenDuration || isLoggedOut
    // An event may not bring the token, only a zone. When the answer to an event is lost, the event is sent again, and the platform
    // recognizes it by its consumer: the page must know the consumer before it sends the event.
    const isSentWithoutToken = request.path === '/zones' && !mustRenew
    const acquired = acquireToken(() => {
      // What is tracked from now on belongs to the consumer of the new token.
      token.claimOwner()
      return isSentWithoutToken ? send() : renew().catch(throwRetryable)
    })
    // The end of this call ends its own wait. The other calls go on waiting for the token.
    const answer = await untilEnd(acquired, request)
    await pendingEvaluation
    return answer
  }

  /**
   * Where `bringing` fails, the call fails in the same way: it would get no token either. Unless `bringing` was only aborted, or ended with the
   * session of the consumer before.
   */
  function waitForToken(bringing: Promise<unknown>, request: Request) {
    const settled = bringing.catch(error => {
      const hasEnded = isAborted(error) || error.code === 'logged_out'
      if (!token.current() && !hasEnded) throwRetryable(error)
    })
    return untilEnd(settled, request)
  }

  async function renew() {
    await (await loadIdentity()).renew()
    return undefined
  }

  function dropExpiring() {
    const { access_token, expires_at } = token.login()
    if (expires_at && expires_at < Date.now() + REPROVE_AHEAD_MS) token.drop(access_token)
  }

  const acquireToken = <T>(acquire: () => Promise<T>) =>
    blockCalls(async () => (token.current() ? undefined : acquire()))

  function blockCalls<T>(work: () => Promise<T>) {
    const locked = () => ports.withLock(work)
    // A prerendered page must not hold the lock: other tabs would wait for it.
    const run = (whenActivated(lifetime)?.then(locked) ?? locked()).finally(() => {
      // Other work may have begun meanwhile: the calls wait for that one.
      if (blocking === run) blocking = undefined
    })
    blocking = run
    return run
  }

  async function recover(error: RewardsError, access_token: string | undefined, previous?: RewardsError) {
    const canProve = settings.jwt && !previous && needsProof(error)
    if (!canProve && !isDeadToken(error)) throw error
    const identity = await loadIdentity()
    await identity.recover(error, access_token, previous)
  }

  return {
    authorize,
    recover,
    acquireToken,
    blockCalls,
    evaluated: () => pendingEvaluation,
    accept(arrived) {
      pendingEvaluation = ports.evaluate(arrived)
    },
  }
}
