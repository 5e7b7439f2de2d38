import type { Consumer } from '../consumer.js'
import { eventUrl } from '../event-url.js'
import { invalid, RewardsError } from '../http/error.js'
import { inTime } from '../in-time.js'
import { once } from '../once.js'
import type { Data } from '../options.js'
import type { TokenDetails } from '../token/held-token.js'
import { adoptToken } from './adopt.js'
import { evaluateToken } from './evaluate-token.js'
import type { IdentityContext } from './identity-context.js'
import { createLogout, waitForDelivery } from './logout.js'
import { createProving } from './prove.js'
import { createRenewal } from './renew.js'
import { rankOf, readDetails, TOKEN_PATH } from './token-details.js'
import { sendVerificationMail, type VerificationMail, watchForAnswer } from './verification-mail.js'

/** The calls about who the consumer is. */
export interface Identity {
  /** Reads the details of the token in force (specification 4.3, consumer token details), once for all callers at a time. */
  refresh(): Promise<void>
  /** Brings a token where none is held: by a proof for a consumer who was verified, and with the lifetime that the host has asked for. */
  renew(): Promise<unknown>
  /** Decides whether a token that an answer has brought replaces the one in force. */
  evaluate(stamp: number, access_token: string, travelsByCookie: boolean): Promise<void>
  /** Puts the token of a share link in force, unless that would log the visitor in as somebody (specification 5.4). */
  adopt(access_token: string): Promise<void>
  /** Resolves with the consumer once the event `identify` is delivered; `receipt` is undefined where the claims name nobody. */
  identify(receipt: Promise<unknown> | undefined): Promise<Consumer>
  verify(jwt?: string): Promise<Consumer>
  /**
   * Runs `verify()` once for all calls that failed with `scopes_denied`. Does nothing if another token has taken the place of `access_token`.
   */
  reprove(access_token: string | undefined): Promise<void>
  /** Never rejects: errors are reported, and the consumer stays as they are. */
  recognize(): Promise<Consumer>
  requestVerificationEmail(): Promise<VerificationMail>
  eventUrl(name: string, data: Data): Promise<string>
  logout(): Promise<void>
  /** Ends the session here after a logout in another tab. */
  leave(): Promise<void>
}

/** `verify()` delivers the waiting events first. After this time the rest is delivered with the token of the person who caused them. */
const VERIFY_DELIVERY_MS = 10_000

/** As long as any other call waits for its answer. The event of `identify()` waits longer. */
const ANSWER_MS = 30_000

export function createIdentity(context: IdentityContext): Identity {
  const { settings, app, authorizer, client, token, consumer, tracker } = context
  /** Resolves once every token that has come so far is evaluated. */
  let evaluations: Promise<void> = Promise.resolve()
  let stopWatching = () => {}

  const refresh = once(async () => {
    await evaluations
    if (token.current()) await readTokenInForce()
    consumer.refresh()
  })
  /** A token that came by the program's cookie may be a person's, also where nobody has asked yet whose it is. */
  const refreshUnknown = async () => {
    if (token.current() && !consumer.current().scopes.length) await refresh()
  }
  const { logout, leave, revoke, logoutCount } = createLogout(context)
  const proving = createProving({ ...context, refresh, refreshUnknown, logoutCount })
  const { renew, takeCreated } = createRenewal({ ...context, revoke, replaceToken, proof: proving.proof })

  /** Puts a token in force. Where it stands for another person, the calls of the person before end. */
  function replaceToken(stamp: number, access_token: string, travelsByCookie: boolean, details: TokenDetails) {
    const isAnother = token.isAnotherPerson(details)
    if (!token.replace(stamp, access_token, travelsByCookie, details)) return false
    if (isAnother) {
      authorizer.endSession()
      context.broadcast('person')
    }
    return true
  }

  /** Brings back a person whose token has died. */
  async function restore() {
    try {
      await authorizer.acquireToken(renew)
      await authorizer.evaluated()
    } finally {
      consumer.refresh()
    }
  }

  /** Reads the details again where the token was replaced meanwhile. */
  async function readTokenInForce() {
    let read: string | undefined
    do {
      read = token.current()?.access_token
      const details = readDetails(await client.api('GET', TOKEN_PATH))
      if (read) token.updateDetails(read, details)
    } while (token.current() && token.current()?.access_token !== read)
  }

  /** Throws `timeout` when the receipt takes longer than a call may. */
  async function answered(receipt: Promise<unknown>) {
    const message = 'identify() has no answer yet. Its event waits and is sent once the platform can be reached.'
    await inTime(receipt, ANSWER_MS, () => new RewardsError('timeout', message, { retryable: true }))
  }

  return {
    refresh,
    renew,
    logout,
    leave,
    recognize: proving.recognize,
    adopt: access_token => adoptToken({ ...context, replaceToken }, access_token),
    eventUrl: (name, data) => eventUrl(context, name, data),

    evaluate(stamp, access_token, travelsByCookie) {
      const owner = token.owner()
      const canRestore = (lost: TokenDetails) => Boolean(app.renewToken || (settings.jwt && rankOf(lost) === 2))
      const evaluation = { client, token, replaceToken, takeCreated, canRestore }
      // One after the other, or one would report a state that another is about to leave.
      const run = evaluations.then(() => evaluateToken(evaluation, stamp, access_token, travelsByCookie, owner))
      evaluations = run.then(
        () => {},
        () => {},
      )
      return run.then(isLost => {
        if (isLost) return restore()
        // While no token is held, a person who was lost is being proved again.
        if (token.current()) consumer.refresh()
      })
    },

    async reprove(access_token) {
      if (token.current()?.access_token === access_token) await proving.verifyOnce()
    },

    async identify(receipt) {
      if (!receipt) throw invalid('identify() needs an email or a partner_user_id')
      await answered(receipt)
      // The event's answer need not say whom it has identified. This call fails where that cannot be read.
      if (consumer.current().level === 'anonymous') await refresh()
      return consumer.current()
    },

    async verify(jwt) {
      const before = logoutCount()
      await refreshUnknown()
      if (consumer.current().level !== 'anonymous') await waitForDelivery(tracker, VERIFY_DELIVERY_MS)
      if (logoutCount() !== before) throw new RewardsError('logged_out', 'The consumer logged out during the call')
      return proving.verify(jwt)
    },

    async requestVerificationEmail() {
      const mail = await sendVerificationMail(client)
      stopWatching()
      stopWatching = watchForAnswer(async () => {
        await refresh().catch(() => {})
        return consumer.current().level !== 'identified'
      })
      return mail
    },
  }
}
