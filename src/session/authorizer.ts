import { isAborted, type RewardsError } from '../error/error.js'
import type { Authorizer } from '../http/authorizer.js'
import { reasonToEnd, untilEnd } from '../http/end-of-call.js'
import type { Request } from '../http/exchange.js'
import { isDeadToken, needsProof, RENEWAL_PAUSE_MS } from '../http/retry.js'
import type { Answer } from '../http/send.js'
import { whenActivated } from '../http/when-activated.js'
import type { ArrivedToken } from '../token/login.js'
import type { Token } from '../token/token.js'

/** The authorizer of the client (`http/authorizer.ts`), with what only the session and the start of the runtime use. */
export interface SessionAuthorizer extends Authorizer {
  /** Runs `work` in one tab at a time. Until it has ended, every call of this page waits. */
  blockCalls<T>(work: () => Promise<T>): Promise<T>
  /** The same with `acquire`, which brings a token. Resolves with undefined, without running it, if a token is held when its turn comes. */
  acquireToken<T>(acquire: () => Promise<T>): Promise<T | undefined>
}

export interface AuthorizerPorts {
  token: Token
  /** Whether the host can prove who the consumer is: the option `jwt` is set. */
  canProve(): boolean
  /** Whether the page knows its consumer as verified, even if their token has died. */
  wasVerified(): boolean
  /** Whether the answer to a zone must not bring the token, because only `renew` acquires the right one. */
  needsRenewal(): boolean
  /** Acquires a token while none is held. */
  renew(): Promise<unknown>
  /**
   * Proves the consumer's identity again, unless another token has taken the place of `access_token`. Returns whether a second attempt can
   * help: not if the host says that nobody is signed in.
   */
  reprove(access_token: string | undefined): Promise<boolean>
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
  const { token, lifetime } = ports
  /** Every call waits for this work, which is to bring a token. */
  let blocking: Promise<unknown> | undefined
  /** The evaluation of the newest token. */
  let pendingEvaluation: Promise<void> | undefined
  /** By `performance.now()`: until then a refused token is not renewed. */
  let pausedUntil = 0

  async function authorize(request: Request, send: () => Promise<Answer>, previous?: RewardsError) {
    await whenActivated(request.signal, request.sessionSignal)
    // Checked again after each wait. From the last check to `acquireToken()` nothing may be awaited, or two calls would acquire a token each.
    while (blocking) await waitForToken(blocking, request)
    const error = reasonToEnd(request)
    if (error) throw error
    const mustProve = ports.canProve() && ports.wasVerified()
    if (mustProve) dropExpiring()
    if (token.current()) return undefined
    const mustRenew = Boolean(previous) || mustProve || ports.needsRenewal()
    // An event may not bring the token, only a zone. When the answer to an event is lost, the event is sent again, and the platform
    // recognizes it by its consumer: the page must know the consumer before it sends the event.
    const isSentWithoutToken = request.path === '/zones' && !mustRenew
    const acquired = acquireToken(() => {
      // What is tracked from now on belongs to the consumer of the new token.
      token.claimOwner()
      return isSentWithoutToken ? send() : ports.renew().then(() => undefined, throwRetryable)
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

  function dropExpiring() {
    const held = token.current()
    if (held?.expires_at && held.expires_at < Date.now() + REPROVE_AHEAD_MS) token.drop(held.access_token)
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
    if (isDeadToken(error)) return dropDead(error, access_token, previous)
    if (previous || !needsProof(error) || !ports.canProve()) throw error
    if (!(await ports.reprove(access_token))) throw error
  }

  /** Drops a token that the platform has refused, so that the second attempt acquires another. Throws `error` if this was the second. */
  function dropDead(error: RewardsError, access_token: string | undefined, previous: RewardsError | undefined) {
    const isRenewedTokenDead = previous && isDeadToken(previous)
    if (isRenewedTokenDead) pausedUntil = performance.now() + RENEWAL_PAUSE_MS
    if (previous || performance.now() < pausedUntil) throwRetryable(error)
    token.drop(access_token)
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

/** No token can be had now. The call itself is not at fault, and may be tried again. */
function throwRetryable(error: RewardsError): never {
  throw Object.assign(error, { retryable: true, hasUnknownCode: false })
}
