import { race } from '../base/race.js'
import { invalid, RewardsError } from '../error/error.js'
import type { Answer } from '../http/send.js'
import type { Data } from '../settings/options.js'
import type { Consumer, IdentityClaims } from '../token/consumer.js'
import type { ArrivedToken } from '../token/login.js'
import { adoptToken } from './adopt.js'
import { repeatClaim, sendClaim } from './claim.js'
import { createEvaluator } from './evaluate-token.js'
import { eventUrl } from './event-url.js'
import type { IdentityContext } from './identity-context.js'
import { createLogout } from './logout.js'
import { createProving } from './prove.js'
import { createRecovery, type Recover } from './recover.js'
import { createRefresh } from './refresh.js'
import { createRenewal } from './renew.js'
import { sendVerificationMail, type VerificationMail, watchForAnswer } from './verification-mail.js'

/** The calls about who the consumer is. */
export interface Identity {
  /**
   * Finds out whether `claims` have identified an anonymous consumer. Where tabs share no token, another tab can have delivered an event with its own
   * token: with the signal of the login that has tracked the event, the claims are repeated for this tab's token.
   */
  raiseLevel(claims: IdentityClaims, sessionSignal?: AbortSignal): Promise<void>
  /** Acquires a token while none is held. */
  renew(): Promise<void>
  /** Decides whether a token that an answer has brought replaces the one in force. */
  evaluate(arrived: ArrivedToken): Promise<void>
  /** Puts the token of a share link in force, unless that would log the visitor in as somebody (specification 5.4). */
  adopt(access_token: string, answer: Answer | undefined): Promise<void>
  /** Resolves with the consumer once the event `identify` with `claims` is delivered. `receipt` is undefined if the claims identify nobody. */
  identify(receipt: Promise<unknown> | undefined, claims: IdentityClaims): Promise<Consumer>
  /** Delivers the waiting events, then proves who the consumer is: by `jwt`, or by the JWT of the host. */
  verify(jwt?: string): Promise<Consumer>
  /** Decides about a call whose token is dead, or lacks a scope that a proof can bring. */
  recover: Recover
  /** Proves the consumer by a JWT of the host. Changes nothing if the host says that nobody is signed in. */
  prove(): Promise<unknown>
  /** Never rejects: errors are reported, and the consumer stays as they are. */
  recognize(): Promise<Consumer>
  requestVerificationEmail(): Promise<VerificationMail>
  /** Sends a call whose data identifies the consumer, so that no event is recorded twice if its answer is lost. */
  sendClaim<T>(data: Data, send: () => Promise<T>): Promise<T>
  eventUrl(name: string, data: Data): Promise<string>
  logout(): Promise<void>
  /** Has the platform revoke the token of a logout that it has not confirmed yet. Never rejects. */
  finishLogout(): Promise<void>
  /** Logs out, and proves the consumer by no JWT of the host until the next `verify()`. */
  erase(): Promise<void>
}

const NOT_IDENTIFIED = 'identify() needs an email or a partner_user_id that the platform accepts'

export function createIdentity(context: IdentityContext): Identity {
  const { token, client, consumer, lifetime } = context
  const allEvaluated = () => evaluator.allEvaluated()
  const refreshing = createRefresh(context, allEvaluated)
  const { refresh } = refreshing
  const { logout, revoke } = createLogout(context)
  const proving = createProving({ ...context, ...refreshing, evaluated })
  const renewal = createRenewal({ ...context, revoke, requestProof: proving.requestProof })
  const evaluator = createEvaluator(context, renewal)
  const claim = <T>(data: Data, send: () => Promise<T>) => sendClaim(context, data, send)
  let stopWatching = () => {}
  lifetime.addEventListener('abort', () => stopWatching())

  /** Rejects as soon as it is known that no event of this page can be delivered: the program does not allow its origin. */
  async function untilRefused(receipt: Promise<unknown>) {
    const delivery = await context.tracker.delivery().catch(() => undefined)
    return delivery ? race(receipt, delivery.onOriginRefused) : receipt
  }

  /**
   * Runs `work`, which sends a claim or a proof. The answer need not say whom it has identified. Throws the error where that cannot be read: otherwise
   * the call would resolve with the person before, or the person of the next claim.
   */
  async function evaluated(work: () => Promise<unknown>) {
    const before = await allEvaluated()
    await work()
    const failure = await allEvaluated()
    if (failure && failure !== before) throw failure
  }

  const isAnonymous = () => consumer.current().level === 'anonymous'

  async function raiseLevel(claims: IdentityClaims, sessionSignal?: AbortSignal) {
    // The person of the claims is not known, and the next event may name another one.
    if (await allEvaluated()) return
    await refresh()
    if (!sessionSignal || !isAnonymous()) return
    // The claims are not repeated for the next consumer: then this call ends with `logged_out`.
    await repeatClaim(client, claims, { sessionSignal })
    await refresh()
  }

  return {
    ...renewal,
    raiseLevel,
    evaluate: evaluator.evaluate,
    adopt: (access_token, answer) => adoptToken(context, access_token, answer),
    recover: createRecovery(token, proving.proveOnce),
    prove: proving.proveOnce,
    verify: proving.verify,
    recognize: proving.recognize,
    sendClaim: claim,
    eventUrl: (name, data) => eventUrl({ ...context, ...refreshing, sendClaim: claim }, name, data),
    logout,
    erase() {
      proving.stop()
      return logout()
    },

    async identify(receipt, claims) {
      if (!receipt) throw invalid('identify() needs an email or a partner_user_id')
      const { signal } = token.login()
      await evaluated(() => untilRefused(receipt))
      if (isAnonymous()) await raiseLevel(claims, signal)
      if (isAnonymous()) throw new RewardsError('not_identified', NOT_IDENTIFIED)
      return consumer.current()
    },

    async requestVerificationEmail() {
      const { signal } = token.login()
      const mail = await sendVerificationMail(client, signal)
      stopWatching()
      // The session may have ended while the answer was read.
      if (!signal.aborted)
        stopWatching = watchForAnswer(async () => {
          await refresh().catch(() => {})
          return consumer.current().level !== 'identified'
        })
      return mail
    },
  }
}
