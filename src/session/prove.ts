import type { Consumer } from '../consumer.js'
import { asPageError, invalid, RewardsError } from '../http/error.js'
import { inTime } from '../in-time.js'
import { once } from '../once.js'
import type { Settings } from '../options.js'
import { submitIdentify } from './identify-event.js'
import type { IdentityContext } from './identity-context.js'
import { reconcile } from './reconcile.js'
import type { Refresh } from './refresh.js'

export interface ProvingContext extends IdentityContext, Refresh {
  /** How many logouts this page has seen. */
  logoutCount(): number
}

export interface Proving {
  verify(jwt?: string): Promise<Consumer>
  /** The same with the host's proof, once for all callers at a time. */
  verifyOnce(): Promise<Consumer>
  /** Never rejects: errors are reported, and the consumer stays as they are. */
  recognize(): Promise<Consumer>
  /**
   * Asks the host for a JWT. Absent without the option `jwt`. Resolves with undefined, and reports the error, if the host cannot prove who the
   * consumer is.
   */
  requestProof: (() => Promise<string | undefined>) | undefined
}

/** The host gets this long for a proof. */
const PROOF_MS = 30_000

export function createProving(context: ProvingContext): Proving {
  const { client, token, consumer, loadProof, refresh, logoutCount, reportError } = context
  const { jwt } = context.settings
  const askHost = jwt && once(() => callHost(jwt), logoutCount)
  const verifyOnce = once(verify, logoutCount)

  async function verify(given?: string) {
    const since = logoutCount()
    const { unverifiedReason } = await loadProof()
    const proof = await freshProof(since, given)
    // Waiting events belong to the person whose token this is: the proof may be another person's.
    if (await reconcile(context)) doubt()
    endIfLoggedOut(since)
    const before = token.current()
    await submitProof(proof)
    const after = token.current()
    // A token that has taken the place of the one before was evaluated on arrival.
    if (after?.access_token === before?.access_token || !after?.scopes.length) await refresh()
    const current = consumer.current()
    if (current.level !== 'verified') reportError(new RewardsError('not_verified', unverifiedReason(proof)))
    return current
  }

  /** A JWT to send. A logout meanwhile ends the call: the JWT would bring back the person who has left. */
  async function freshProof(since: number, given?: string) {
    const { fitProof } = await loadProof()
    const proof = await fitProof(askHost, given)
    endIfLoggedOut(since)
    return proof
  }

  function endIfLoggedOut(since: number) {
    if (logoutCount() !== since) throw new RewardsError('logged_out', 'The consumer logged out during the call')
  }

  async function submitProof(jwt: string) {
    const held = token.current()
    try {
      await submitIdentify(client, {}, jwt)
    } catch (error) {
      if (!(error as RewardsError).status) {
        // Where the answer is lost, the program's cookie may be the proved person's by now: this page uses its own token.
        if (held) token.updateDetails(held.access_token, { travelsByCookie: false })
        doubt()
      }
      throw error
    }
  }

  /** The platform may know the consumer as a person by now. */
  function doubt() {
    if (consumer.current().level === 'anonymous') token.doubtAnonymity()
  }

  async function requestProof() {
    try {
      return await freshProof(logoutCount())
    } catch (error) {
      reportError(error)
      return undefined
    }
  }

  async function recognize() {
    try {
      const { level } = consumer.current()
      if (jwt && level !== 'verified') await verifyOnce()
      // Only an identified consumer can have been sent a mail.
      else if (level === 'identified') await refresh()
    } catch (error) {
      reportError(error)
    }
    return consumer.current()
  }

  return { verify, verifyOnce, requestProof: askHost && requestProof, recognize: once(recognize, logoutCount) }
}

/** Calls `options.jwt`. A host that never answers must not hold up every call, in every tab. */
async function callHost(jwt: NonNullable<Settings['jwt']>): Promise<string> {
  const lateError = () => invalid(`options.jwt did not return a JWT within ${PROOF_MS / 1000} seconds`)
  try {
    return await inTime(Promise.resolve(jwt()), PROOF_MS, lateError)
  } catch (cause) {
    throw asPageError('options.jwt threw an error', cause)
  }
}
