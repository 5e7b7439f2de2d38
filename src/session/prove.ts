import { inTime } from '../base/in-time.js'
import { joinRun } from '../base/join-run.js'
import { asPageError, invalid, loggedOut, RewardsError } from '../error/error.js'
import type { Settings } from '../settings/options.js'
import type { Consumer } from '../token/consumer.js'
import { described, doubted } from '../token/login.js'
import { identifyAtOnce } from './identify-at-once.js'
import type { IdentityContext } from './identity-context.js'
import { reconcile } from './reconcile.js'
import type { Refresh } from './refresh.js'
import { waitForDelivery } from './waiting-events.js'

export interface ProvingContext extends IdentityContext, Omit<Refresh, 'readToken'> {
  /** Runs `work`. Throws the error of the newest evaluation of a token if that has failed since. */
  evaluated(work: () => Promise<unknown>): Promise<void>
}

export interface Proving {
  /** Delivers the waiting events of a person, then proves who the consumer is: by the given JWT, or by a JWT of the host. */
  verify(jwt?: string): Promise<Consumer>
  /**
   * Proves who the consumer is by a JWT of the host, once for all callers at a time. Delivers no events first. Resolves with null, and changes
   * nothing, if the host says that nobody is signed in.
   */
  proveOnce(): Promise<Consumer | null>
  /** Finds out who the consumer is by now. Never rejects: errors are reported, and the consumer stays as they are. */
  recognize(): Promise<Consumer>
  /**
   * Gets a JWT from the host. Absent without the option `jwt`. Resolves with null if nobody is signed in, and if the host cannot prove who the
   * consumer is: then the error is reported.
   */
  requestProof: (() => Promise<string | null>) | undefined
  /** Uses no JWT of the host until the next `verify()`. */
  stop(): void
}

/** `verify()` delivers the waiting events first. After this time the rest is delivered with the token of the person who caused them. */
const VERIFY_DELIVERY_MS = 10_000

/** The host gets this long for a JWT. */
const PROOF_MS = 30_000

export function createProving(context: ProvingContext): Proving {
  const { client, token, consumer, tracker, avoidCookie, loadJwt, refresh, evaluated, reportError } = context
  const { jwt } = context.settings
  const logoutCount = () => token.login().logouts
  // After a logout each of these begins anew: what is under way belongs to the person who has left.
  const askHost = jwt && joinRun(() => callHost(jwt), logoutCount)
  const proveOnce = joinRun(prove, logoutCount)
  /** Whether the consumer has erased their data on this page: the host's JWT would bring it back. */
  let isStopped = false

  async function verify(given?: string) {
    const logouts = logoutCount()
    isStopped = false
    if (await reconcile(context)) await waitForDelivery(tracker, VERIFY_DELIVERY_MS)
    throwIfLoggedOut(logouts)
    return (await prove(given)) ?? consumer.current()
  }

  async function prove(given?: string) {
    const logouts = logoutCount()
    // Loaded before anything is sent: the proof counts even if the network fails afterwards.
    const { unverifiedReason } = await loadJwt()
    const proof = await usableProof(logouts, given)
    if (proof === null) return null
    // Waiting events belong to the person whose token this is: the proof may be another person's.
    if (await reconcile(context)) doubtAnonymity()
    const before = token.current()
    // In the meantime no tab sends an event by the program's cookie. The browser puts the token of the proved person into it before any tab knows
    // of that, so the event would be recorded for them.
    await tracker.withoutDelivery(async () => {
      throwIfLoggedOut(logouts)
      return submitProof(proof)
    })
    const after = token.current()
    // A token that has taken the place of the one before was evaluated on arrival.
    if (after?.access_token === before?.access_token || !after?.scopes.length) await refresh()
    const current = consumer.current()
    if (current.level !== 'verified') reportError(new RewardsError('not_verified', unverifiedReason(proof)))
    return current
  }

  async function usableProof(logouts: number, given?: string) {
    if (isStopped) return null
    const { usableJwt } = await loadJwt()
    const proof = await usableJwt(askHost, given, reportError)
    throwIfLoggedOut(logouts)
    return proof
  }

  /** A call ends with a logout: its JWT would bring back the person who has left. */
  function throwIfLoggedOut(logouts: number) {
    if (logoutCount() !== logouts) throw loggedOut()
  }

  async function submitProof(proof: string) {
    const held = token.current()
    let returnToCookie = () => {}
    // The proof itself travels with the cookie, so that the platform replaces the cookie. It is sent twice if its token has died.
    function onSent() {
      returnToCookie()
      returnToCookie = avoidCookie()
    }
    try {
      await evaluated(() => identifyAtOnce(client, {}, { jwt: proof, onSent }))
    } catch (error) {
      // No answer says who the consumer is now, or whether the platform has accepted the proof.
      if ((error as RewardsError).retryable) {
        // The program's cookie may hold the token of the proved person by now. This page goes on with its own token, in the header.
        if (held) token.apply(described(held.access_token, { travelsByCookie: false }))
        doubtAnonymity()
      }
      throw error
    } finally {
      returnToCookie()
    }
  }

  /** The platform may know the consumer as a person by now. */
  function doubtAnonymity() {
    if (consumer.current().level === 'anonymous') token.apply(doubted)
  }

  async function recognize() {
    try {
      const { level, scopes } = consumer.current()
      const isProved = level === 'verified' || (jwt && (await proveOnce()))
      // An identified consumer may have answered a verification email. A token whose scopes are unknown may be a person's.
      if (!isProved && (level === 'identified' || !scopes[0])) await refresh()
    } catch (error) {
      reportError(error)
    }
    return consumer.current()
  }

  async function requestProof() {
    const logouts = logoutCount()
    try {
      return await usableProof(logouts)
    } catch (error) {
      throwIfLoggedOut(logouts)
      reportError(error)
      return null
    }
  }

  return {
    verify,
    proveOnce,
    recognize: joinRun(recognize, logoutCount),
    requestProof: askHost && requestProof,
    stop() {
      isStopped = true
    },
  }
}

/** Calls `options.jwt`. A host that never answers must not hold up every call, in every tab. */
async function callHost(jwt: NonNullable<Settings['jwt']>): Promise<string | null> {
  const lateError = () => invalid(`options.jwt did not return a JWT within ${PROOF_MS / 1000} seconds`)
  try {
    return await inTime(Promise.resolve(jwt()), PROOF_MS, lateError)
  } catch (cause) {
    throw asPageError('options.jwt failed', cause)
  }
}
