import type { ConsentState } from '../consent/consent.js'
import { loggedOut, type RewardsError } from '../error/error.js'
import type { Tracker } from '../page/track.js'
import type { SessionAuthorizer } from '../session/authorizer.js'
import { waitForDelivery } from '../session/waiting-events.js'
import type { App, AppCredentials } from '../token/app.js'
import type { ConsumerWatch } from '../token/consumer.js'
import { replaced } from '../token/login.js'
import type { Token } from '../token/token.js'
import { createAppAccount } from './app-account.js'
import { createAppLogins } from './app-logins.js'
import type { Payload } from './bridge.js'

export interface ShellTokenContext {
  /** `rewards:<program domain>`: the name of this program's data on the device. */
  name: string
  authorizer: SessionAuthorizer
  app: App
  token: Token
  consent: ConsentState
  consumer: ConsumerWatch
  tracker: Tracker
  /** Loads the calls that decide who the consumer is. */
  loadIdentity(): Promise<{ renew(): Promise<unknown> }>
  /** Ends the session after a logout that this page did not ask for. Never rejects. */
  followLogout(): Promise<void>
  reportError(error: unknown): void
}

/** The part of the native app that the token needs. */
interface Host {
  offers(capability: string): boolean
  request(type: string): Promise<Payload>
  notify(type: string, payload: object): void
}

export interface ShellToken {
  /** Follows what a welcome says about the person. `isPageWaiting`: every call of the page waits for this welcome. */
  update(welcome: Payload, isPageWaiting: boolean): Promise<void>
}

/** Before the app takes over, the waiting events are delivered for this long, with the page's own token. */
const TAKEOVER_DELIVERY_MS = 2_000

/**
 * Lets the native app keep the consumer's token. On the page, the token is in memory only, and travels in the header. The page uses the
 * tokens that the app gives, asks the app for another when one is dead, and tells the app about each change.
 */
export function createShellToken(context: ShellTokenContext, host: Host): ShellToken {
  const { authorizer, app, token, consent, consumer, tracker, loadIdentity, reportError } = context
  const account = createAppAccount()
  const logins = createAppLogins(context.name, consent.canStore)
  /** The app keeps the token. It does so from the first welcome that brings credentials or offers to renew or keep tokens. */
  let hasTakenOver = false

  async function update(welcome: Payload, isPageWaiting: boolean) {
    const { isOtherPerson, saysWho, hasCredentials, hasNewCredentials } = account.update(welcome)
    const offersToKeepToken = hasCredentials || host.offers('token.renew') || host.offers('token.changed')
    const isTakeover = !hasTakenOver && offersToKeepToken
    if (isTakeover) {
      if (saysWho && !isPageWaiting) await waitForDelivery(tracker, TAKEOVER_DELIVERY_MS).catch(reportError)
      takeOver()
    }
    if (!hasTakenOver) return
    // At the takeover, the page's own consumer may be somebody else than the app's person.
    const mustLeave = isOtherPerson || (isTakeover && saysWho)
    if (!mustLeave) {
      if (isTakeover) reportToken()
      if (!hasNewCredentials) return
      token.drop(token.current()?.access_token)
    }
    const leaving = mustLeave ? endConsumer(isPageWaiting) : undefined
    const replaceConsumer = async () => {
      await leaving
      if (hasNewCredentials) await (await loadIdentity()).renew()
    }
    // Every call waits until the next person's token is in force: otherwise a call could create another consumer in between.
    await (isPageWaiting ? replaceConsumer() : authorizer.blockCalls(replaceConsumer)).catch((error: RewardsError) => {
      if (error.retryable) account.offerAgain(welcome)
      throw error
    })
  }

  async function endConsumer(isPageWaiting: boolean) {
    if (!isPageWaiting) return context.followLogout()
    // No call has been made yet. A consumer whom a page outside the app has stored is not the app's person.
    token.apply(replaced(token.newOwner()))
  }

  function takeOver() {
    hasTakenOver = true
    app.renewToken = renewToken
    app.person = account.person
    const couldStore = consent.canStore()
    token.handOver({
      read: () => undefined,
      write(login) {
        account.markUsed(login?.access_token)
        // Later in this task, the details of the token may be written.
        queueMicrotask(reportToken)
        return false
      },
      nextOwner: () => logins.idOf(account.person()),
      onLogout() {
        logins.end(account.person())
        account.logOut()
        host.notify('token.changed', { token: null })
      },
    })
    // Events are stored with their owner. If the app does not name the person, the next page cannot know whose events it finds.
    consent.restrict(() => Boolean(account.person()))
    if (couldStore && !account.person()) tracker.delivery().then(delivery => delivery.moveToMemory(), reportError)
  }

  async function renewToken(deadToken?: string): Promise<AppCredentials> {
    // Credentials that were requested for one person must not be used for the next.
    const { logouts } = token.login()
    account.markUsed(deadToken)
    const mustAsk = !account.hasOffer() && !account.isLoggedOut()
    const answer = mustAsk ? await host.request('token.renew').catch(() => ({})) : {}
    if (token.login().logouts !== logouts) throw loggedOut()
    return account.takeCredentials(answer)
  }

  /** Tells the app about a token, or scopes, that it does not know yet. */
  function reportToken() {
    const held = token.current()
    if (!held || !host.offers('token.changed')) return
    const { scopes, expires_at } = consumer.current()
    if (!account.learnToken(held.access_token, scopes)) return
    host.notify('token.changed', { token: held.access_token, scopes, expires_at })
  }

  return { update }
}
