import { withLock } from '../base/with-lock.js'
import type { ConsentState } from '../consent/consent.js'
import type { LoadDiagnostics } from '../diagnostics/load.js'
import { type Client, createClient } from '../http/client.js'
import type { LoadCodes } from '../http/read.js'
import type { Settings } from '../settings/options.js'
import type { App } from '../token/app.js'
import { createCarrier, type TokenCarrier } from '../token/carrier.js'
import type { ConsumerWatch } from '../token/consumer.js'
import type { ArrivedToken } from '../token/login.js'
import { createToken, type Token } from '../token/token.js'
import { createAuthorizer, type SessionAuthorizer } from './authorizer.js'
import type * as identityModule from './identity.js'
import type { Identity } from './identity.js'
import type { IdentityContext } from './identity-context.js'
import { setPendingErasure } from './pending-erasure.js'

/** The consumer's token, the client that sends it, and the calls about who the consumer is. */
export interface Session {
  token: Token
  authorizer: SessionAuthorizer
  client: Client
  usesCookies: TokenCarrier['usesCookies']
  avoidCookie: TokenCarrier['avoidCookie']
  /** The calls about who the consumer is. Their module is loaded with the first call. */
  loadIdentity(): Promise<Identity>
  /**
   * Ends the session here after a logout in another tab, or in the native app: the calls and the token at once, then drops the events. `at` is
   * the time of the logout in epoch milliseconds; without it, now. Never rejects: errors are reported.
   */
  followLogout(at?: number): Promise<void>
  /** Ends the session here after the stored token is gone, or is another consumer's: the calls and the token. */
  followLoss(): void
  /** Ends the session of a consumer who logs out: the calls and the token. Marks the logout, and tells the other tabs. */
  logOutHere(): void
  /**
   * Loads the calls about who the consumer is, for a logout. Ends the session if they cannot be loaded, or if the page is left before the logout
   * has ended it.
   */
  loadForLogout(): Promise<Identity>
}

export interface SessionPorts {
  /** `rewards:<program domain>`: the name of this program's data on the device. */
  name: string
  settings: Settings
  app: App
  /** Aborts when the runtime is destroyed. */
  lifetime: AbortSignal
  loadIdentityModule(): Promise<typeof identityModule>
  loadDiagnostics: LoadDiagnostics
  loadCodes: LoadCodes
  /** These three are created after the session. */
  consent(): ConsentState
  consumer(): ConsumerWatch
  identityContext(): IdentityContext
  reportError(error: unknown): void
}

/** Longer than another tab takes to acquire a token, if it acquires one. */
const TOKEN_LOCK_MS = 60_000

export function createSession(ports: SessionPorts): Session {
  const { name, settings, app, lifetime, consent, consumer, reportError } = ports
  const token = createToken(settings, lifetime)
  const carrier = createCarrier(settings, { app, token, isAllowed: () => consent().allowsCookies() })
  const authorizer = createAuthorizer({
    token,
    settings,
    app,
    evaluate,
    loadIdentity,
    // Tabs that may store nothing share no token, so they need no lock.
    withLock: work => withLock(consent().canStore() && `${name}:token`, work, TOKEN_LOCK_MS, lifetime),
    lifetime,
  })
  const client = createClient(settings, {
    ...ports,
    authorizer,
    token,
    carrier: carrier.current,
    onConsent: state => consent().followProgram(state),
  })
  let identity: Identity | undefined

  async function loadIdentity() {
    // A loader takes time even if its module is there already.
    if (identity) return identity
    const { createIdentity } = await ports.loadIdentityModule()
    identity ??= createIdentity(ports.identityContext())
    return identity
  }

  function evaluate(arrived: ArrivedToken) {
    const { access_token, scopes, signal } = token.login()
    if (!access_token && !scopes.length) {
      // There is no person whom this token could wrongly replace. A cold page need not load the code that evaluates it.
      token.replace(arrived)
      // Somebody may have logged out in another tab, whose message has not arrived.
      consumer().refresh()
      return undefined
    }
    return loadIdentity()
      .then(loaded => loaded.evaluate(arrived))
      .catch(error => {
        // After a logout there was nothing left to evaluate.
        if (!signal.aborted) reportError(error)
      })
  }

  /** Nothing is awaited in here: what listeners of the `consumer` event track belongs to the next consumer. */
  function logOutHere() {
    const owner = token.owner()
    if (owner && consent().canStore()) setPendingErasure(name, owner)
    token.logOut()
    endLogout()
    ports.identityContext().broadcast({ logout: Date.now() })
  }

  function leave() {
    token.leave()
    endLogout()
  }

  function endLogout() {
    globalThis.removeEventListener?.('pagehide', logOutHere)
    consumer().refresh()
  }

  async function dropEvents(at?: number) {
    try {
      const delivery = await ports.identityContext().tracker.delivery()
      await delivery.dropEvents(at)
    } catch (error) {
      reportError(error)
    }
  }

  return {
    token,
    authorizer,
    client,
    usesCookies: carrier.usesCookies,
    avoidCookie: carrier.avoidCookie,
    loadIdentity,
    followLogout(at) {
      // Nothing is awaited before the events: the next call of the page belongs to the next consumer.
      leave()
      return dropEvents(at)
    },
    followLoss: leave,
    logOutHere,
    async loadForLogout() {
      globalThis.addEventListener?.('pagehide', logOutHere, { signal: lifetime })
      try {
        return await loadIdentity()
      } catch (error) {
        logOutHere()
        await dropEvents()
        throw error
      }
    },
  }
}
