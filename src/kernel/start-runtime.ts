import { attempt } from '../base/attempt.js'
import { hasDocument } from '../base/environment.js'
import { randomId } from '../base/random-id.js'
import { safeDocument } from '../base/safe-document.js'
import type { ConsentState } from '../consent/consent.js'
import type { LoadDiagnostics } from '../diagnostics/load.js'
import type { Client } from '../http/client.js'
import type { ShellConnection } from '../native/shell.js'
import type { NativePage } from '../native/transport.js'
import type { Calls, Fault } from '../page/calls.js'
import { watchMarkup } from '../page/markup.js'
import type { Tracker } from '../page/track.js'
import { askAbout } from '../session/ask-about.js'
import type { SessionAuthorizer } from '../session/authorizer.js'
import type { Identity } from '../session/identity.js'
import { RUNTIME } from '../settings/runtime-key.js'
import type { App } from '../token/app.js'
import type { ConsumerWatch } from '../token/consumer.js'
import { extractLandingToken } from '../token/landing-token.js'
import { linkChecked } from '../token/login.js'
import type { Token } from '../token/token.js'
import type { Rewards } from './rewards.js'

interface StartContext {
  rewards: Rewards
  /** Every call rejects with it. */
  fault: Fault | undefined
  call: Calls['call']
  /** Aborts when the runtime is destroyed. */
  lifetime: AbortSignal
  consent: ConsentState
  app: App
  authorizer: SessionAuthorizer
  client: Client
  token: Token
  consumer: ConsumerWatch
  tracker: Pick<Tracker, 'resume' | 'followReturn'>
  /** Ends the session here after another page has ended it, or the cookies were cleared. */
  followLoss(): void
  loadIdentity(): Promise<Identity>
  loadShell(): Promise<ShellConnection>
  loadDiagnostics: LoadDiagnostics
  reportError(error: unknown): void
}

/** Starts what a runtime does by itself. */
export function startRuntime(context: StartContext): void {
  const { fault, tracker } = context
  acquireFirstToken(context)
  finishLogout(context)
  followRestoration(context)
  // An earlier page may have left events.
  if (!fault) tracker.resume()
  registerOnPage(context)
}

/** Lets every call wait for the native app around the page, and for the token of a share link. */
function acquireFirstToken(context: StartContext) {
  const { app, authorizer, client, token, loadIdentity, loadShell, reportError, fault } = context
  const shell = mayBeInApp() && loadShell().then(({ ready }) => ready, reportError)
  const landingToken = extractLandingToken()
  // With a wrong option, the domain is unknown: the token must not be sent anywhere.
  if (fault || (!landingToken && !shell)) return
  if (landingToken) token.apply(linkChecked(randomId()))
  const acquire = async () => {
    await shell
    // A native app that keeps the token decides who its consumer is.
    if (!landingToken || app.renewToken || token.current()?.access_token === landingToken) return
    // The platform is asked while the code that adopts the token is loading.
    const answer = askAbout(client, landingToken).catch(() => undefined)
    const identity = await loadIdentity()
    await identity.adopt(landingToken, await answer)
  }
  authorizer
    .blockCalls(acquire)
    .catch(reportError)
    .finally(() => token.apply(linkChecked()))
}

/** Whether a native app may be around the page. An element or a frame can have such a name, too: `native/transport.ts` looks closer. */
function mayBeInApp() {
  const { webkit, rewardsNative, ReactNativeWebView } = globalThis as NativePage
  return rewardsNative || ReactNativeWebView || attempt(() => webkit?.messageHandlers?.rewards)
}

/**
 * Tells the platform of a logout that it has not confirmed to an earlier page. A page without a token does so with its first call. If the platform
 * still does not confirm it, the next page does the same.
 */
function finishLogout({ token, loadIdentity, reportError }: StartContext) {
  const { access_token, isLoggedOut } = token.login()
  if (access_token && isLoggedOut) loadIdentity().then(identity => identity.finishLogout(), reportError)
}

/**
 * Catches up with the other pages when this page comes out of the back/forward cache: it has missed their messages. If everything that this
 * page had stored is gone, the consumer has logged out or withdrawn consent, or the cookies were cleared. Which one is not known: the page
 * stores nothing until it is allowed to again, and erases nothing.
 */
function followRestoration({ lifetime, token, consumer, consent, tracker, followLoss }: StartContext) {
  if (!hasDocument()) return
  let before = token.login()
  const onPageHide = () => {
    before = token.login()
  }
  const onPageShow = (event: PageTransitionEvent) => {
    if (!event.persisted) return
    const hadData = before.owner || before.isLoggedOut
    const isDeleted = hadData && token.isShared() && !token.stored()
    consumer.refresh()
    if (isDeleted) consent.suspend()
    if (isDeleted || before.signal.aborted) followLoss()
    tracker.followReturn()
  }
  addEventListener('pagehide', onPageHide, { signal: lifetime })
  addEventListener('pageshow', onPageShow, { signal: lifetime })
}

/** The page's markup and its `<rewards-zone>` elements use the first runtime. */
function registerOnPage({ rewards, call, lifetime, loadDiagnostics }: StartContext) {
  const page = globalThis as { [RUNTIME]?: Rewards | undefined }
  if (!hasDocument() || page[RUNTIME]) return
  page[RUNTIME] = rewards
  lifetime.addEventListener('abort', () => {
    page[RUNTIME] = undefined
  })
  watchMarkup(call, rewards, lifetime, loadDiagnostics)
  safeDocument().dispatchEvent(new Event('rewards:ready'))
}
