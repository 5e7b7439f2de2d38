import { hasDocument } from '../environment.js'
import type { Authorizer } from '../http/authorizer.js'
import { aborted, isAborted, type RewardsError } from '../http/error.js'
import { isDeadToken, needsProof, RENEWAL_PAUSE_MS } from '../http/retry.js'
import { safeDocument } from '../safe-document.js'
import type { Token } from '../token/token.js'

/** The authorizer, with what only the session itself uses. */
export interface SessionAuthorizer extends Authorizer {
  /**
   * Runs `bring`, which puts a token in force, before every other call and in one tab at a time. Skips it where a token is held by then,
   * unless `always`.
   */
  open(bring: () => Promise<unknown>, always?: boolean): Promise<unknown>
  /** Ends every call under way with `logged_out`. */
  endSession(): void
}

export interface AuthorizerPorts {
  token: Token
  /** Whether the consumer was verified, and the host can prove it again. */
  canReprove(): boolean
  /** Whether `renew` alone may bring a token. */
  needsRenewal(): boolean
  /** Brings a token where none is held and a zone cannot bring it. */
  renew(): Promise<unknown>
  /** Proves the consumer's identity again after `scopes_denied`. Resolves with whether the call can be made again. */
  reprove(access_token: string | undefined): Promise<boolean>
  /** Decides whether a token that an answer has brought replaces the one in force. Never rejects. */
  evaluate(stamp: number, access_token: string, travelsByCookie: boolean): Promise<void> | undefined
  /** Runs `work` in one tab at a time. */
  withLock<T>(work: () => Promise<T>): Promise<T>
}

/** A verified consumer is proved again this long before their token expires. */
const REPROVE_AHEAD_MS = 10_000

/** Gives each call its token: several calls on a cold page make one consumer, and a dead token is replaced once. */
export function createAuthorizer(ports: AuthorizerPorts): SessionAuthorizer {
  const { token } = ports
  let controller = new AbortController()
  /** The call that is bringing a token. */
  let opening: Promise<unknown> | undefined
  /** The evaluation of the newest token. */
  let evaluation: Promise<void> | undefined
  /** By `performance.now()`: until then a refused token is not renewed. */
  let pausedUntil = 0

  /** Waits for the call that is bringing a token. */
  function whenBrought(bringing: Promise<unknown>, signal: AbortSignal | undefined) {
    // Where that call got no token, those behind it would get none either, unless it was only aborted.
    const brought = bringing.catch(error => {
      if (!token.current() && !isAborted(error)) throwRetryable(error)
    })
    return Promise.race([brought, rejectWhenAborted(signal)])
  }

  function dropExpiring() {
    const held = token.current()
    if (held?.expires_at && held.expires_at < Date.now() + REPROVE_AHEAD_MS) token.drop(held.access_token)
  }

  /** Lets go of a token that was refused, so that the next attempt renews it. Throws `error` where that has not helped before. */
  function dropDead(error: RewardsError, access_token: string | undefined, previous: RewardsError | undefined) {
    const wasRenewed = previous && isDeadToken(previous)
    if (wasRenewed) pausedUntil = performance.now() + RENEWAL_PAUSE_MS
    if (previous || performance.now() < pausedUntil) throwRetryable(error)
    token.drop(access_token)
  }

  function open(bring: () => Promise<unknown>, always = false): Promise<unknown> {
    const run = ports
      .withLock(async () => (token.current() && !always ? undefined : bring()))
      .finally(() => {
        // Another call may have begun meanwhile: the others wait for that one.
        if (opening === run) opening = undefined
      })
    opening = run
    return run
  }

  return {
    open,
    signal: () => controller.signal,
    evaluated: () => evaluation,
    endSession() {
      controller.abort()
      controller = new AbortController()
    },
    accept(stamp, access_token, travelsByCookie) {
      evaluation = ports.evaluate(stamp, access_token, travelsByCookie)
    },

    async authorize(request, send, previous) {
      await activation()
      // Asked again after each: nothing may be awaited between the last answer and the next call that brings a token.
      while (opening) await whenBrought(opening, request.signal)
      const canReprove = ports.canReprove()
      if (canReprove) dropExpiring()
      if (!token.current()) {
        const mustRenew = Boolean(previous) || canReprove || ports.needsRenewal()
        // An event whose answer is lost is sent again, and must find the consumer it was recorded for: only a zone may bring the token.
        const bringsToken = request.path === '/zones' && !mustRenew
        // The token is for every call that waits: aborting this one ends nothing but its own waiting.
        const opened = open(() => {
          // The owner of what is tracked meanwhile is the owner of the token to come.
          token.claimOwner()
          return bringsToken ? send() : ports.renew().catch(throwRetryable)
        })
        const answer = await Promise.race([opened, rejectWhenAborted(request.signal)])
        await evaluation
        if (bringsToken && answer) return { answer: answer as Awaited<ReturnType<typeof send>> }
      }
      return { access_token: token.current()?.access_token }
    },

    async recover(error, access_token, previous) {
      if (isDeadToken(error)) return dropDead(error, access_token, previous)
      const mayReprove = !previous && needsProof(error)
      if (!mayReprove || !(await ports.reprove(access_token))) throw error
    },
  }
}

const rejectWhenAborted = (signal: AbortSignal | undefined) =>
  new Promise<never>((_, reject) => {
    signal?.addEventListener('abort', () => reject(aborted()))
    if (signal?.aborted) reject(aborted())
  })

/** No token can be had now. The call itself is not at fault, and may be tried again. */
function throwRetryable(error: RewardsError): never {
  throw Object.assign(error, { retryable: true })
}

/** A prerendered page may never be seen: it makes no consumer and sends nothing until it is. */
function activation(): Promise<unknown> | undefined {
  if (!hasDocument()) return undefined
  const page = safeDocument() as Document & { prerendering?: boolean }
  if (!page.prerendering) return undefined
  return new Promise(resolve => page.addEventListener('prerenderingchange', resolve, { once: true }))
}
