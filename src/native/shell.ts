import { RUNTIME } from '../settings/runtime-key.js'
import { receiveFromQueue } from './app-queue.js'
import { applyAppearance, stopAppearance } from './appearance.js'
import { type Bridge, createBridge, nativeError, type Payload } from './bridge.js'
import { copyEvents } from './copy-events.js'
import { HELLO } from './hello.js'
import { openLinks } from './links.js'
import { isGenericTransport } from './messages.js'
import { createShellToken, type ShellTokenContext } from './shell-token.js'
import { createSilentApp } from './silent-app.js'

/** The native app around the page, as far as it has said what it can do (docs/webviews.md). */
export interface Shell {
  /** Whether the app can do this: `share`, `open`, `close`, `clipboard.write`, `haptic` … */
  offers(capability: string): boolean
  /** Sends a request to the app. Throws `native_error`; `parameters.reason` is the app's own, `timeout`, `unreachable` or `not_offered`. */
  request(type: string, payload?: object, limit?: number): Promise<Record<string, unknown>>
  /** Sends a message to the app, if the app wants it. Never fails. */
  notify(type: string, payload: object): void
}

/** The connection between the runtime and the native app. */
export interface ShellConnection {
  /** Resolves when the app has answered, or has not answered in time. */
  ready: Promise<void>
  /** Receives a message of the app. */
  receive(message: unknown): void
}

export interface ShellContext extends ShellTokenContext {
  /** The runtime. It gets the property `shell`. */
  target: EventTarget
  /** Aborts when the runtime is destroyed. */
  lifetime: AbortSignal
}

/** The page waits this long for an app that may not know the SDK. */
const HELLO_TIMEOUT_MS = 2_000

/** A late answer to `hello` still counts, so the request does not time out. A timer cannot run longer than this. */
const NO_TIMEOUT_MS = 2 ** 31 - 1

const NO_APP: ShellConnection = { ready: Promise.resolve(), receive() {} }

const connections = new WeakMap<ShellContext, ShellConnection>()

/** Connects the runtime with the native app, once. */
export function connectShell(context: ShellContext): ShellConnection {
  const connection = connections.get(context) ?? (mayUseApp(context) ? createConnection(context) : NO_APP)
  connections.set(context, connection)
  return connection
}

/**
 * Only the page itself may talk to the app, although its frames see the app's objects, too. And only the page's first runtime: the app has
 * the token of one program, which another runtime would send to another domain.
 */
const mayUseApp = ({ target }: ShellContext) =>
  (globalThis as { [RUNTIME]?: unknown })[RUNTIME] === target && top === self

/** Says hello to the app. Without an answer in time, the page continues as in a browser. A later answer still counts. */
function createConnection(context: ShellContext): ShellConnection {
  const { app, target, lifetime, consent, tracker, reportError } = context
  const silentApp = createSilentApp(consent)
  const bridge = createBridge(receiveRequest, lifetime)
  const { shell, setCapabilities } = createShell(bridge)
  const shellToken = createShellToken(context, shell)
  const followSettings = createSettingsFollower(context)
  let isCopyingEvents = false
  /** Every call of the page waits for the app's first message. */
  let isPageWaiting = true
  let markReady: () => void
  const ready = new Promise<void>(resolve => (markReady = resolve))
  /** Welcomes are handled one after the other. */
  let lastWelcome = Promise.resolve()
  let helloTimer: ReturnType<typeof setTimeout>

  function receiveRequest(type: string, payload: Payload) {
    if (type === 'welcome') return handleWelcome(payload)
    throw nativeError(type, 'unknown_type')
  }

  async function handleWelcome(payload: Payload) {
    clearTimeout(helloTimer)
    const handled = lastWelcome.then(() => applyWelcome(payload)).catch(reportError)
    lastWelcome = handled
    await handled
    // Of several welcomes in quick succession, the page starts with the last.
    if (handled === lastWelcome) startPage()
  }

  /** An app may send another welcome when something changes. Fields that it leaves out keep their values. */
  async function applyWelcome(payload: Payload) {
    app.isConnected = true
    silentApp.setSilent(false)
    if (payload.capabilities) setCapabilities(Object.values(payload.capabilities))
    if (payload.session) bridge.setSession(String(payload.session))
    followSettings(payload)
    if (!isCopyingEvents && shell.offers('event')) {
      isCopyingEvents = true
      copyEvents(tracker, (name, data) => shell.notify('event', { name, data }))
    }
    await shellToken.update(payload, isPageWaiting)
    Object.assign(target, { shell })
    target.dispatchEvent(new CustomEvent('shell', { detail: shell }))
  }

  function startPage() {
    isPageWaiting = false
    markReady()
  }

  function startWithoutApp() {
    if (isPageWaiting && isGenericTransport()) silentApp.setSilent(true)
    startPage()
  }

  const sayHello = () => bridge.request('hello', HELLO, NO_TIMEOUT_MS).then(handleWelcome, startPage)

  openLinks(shell, lifetime)
  receiveFromQueue(target, bridge.receive)
  // A page from the back/forward cache has missed messages of the app, and may belong to another session of the app.
  addEventListener('pageshow', ({ persisted }) => persisted && sayHello(), { signal: lifetime })
  sayHello()
  helloTimer = setTimeout(startWithoutApp, silentApp.wasSilent ? 0 : HELLO_TIMEOUT_MS)
  lifetime.addEventListener('abort', () => {
    clearTimeout(helloTimer)
    stopAppearance()
  })
  return { ready, receive: bridge.receive }
}

function createShell(bridge: Bridge) {
  let capabilities: unknown[] = []
  const shell: Shell = {
    offers: capability => capabilities.includes(capability),
    request: async (type, ...rest) => {
      if (!shell.offers(type)) throw nativeError(type, 'not_offered')
      return bridge.request(type, ...rest)
    },
    notify: (type, payload) => void shell.request(type, payload).catch(() => {}),
  }
  return {
    shell,
    setCapabilities(offered: unknown[]) {
      capabilities = offered
    },
  }
}

/** Returns a function that applies the language, the appearance and the consent of a welcome. Values that the page has set stay. */
function createSettingsFollower({ app, consent, reportError }: ShellContext) {
  /** The last consent of the app. If the app repeats it, it is ignored: the page may have changed the consent since. */
  let lastConsent: unknown

  return (payload: Payload) => {
    try {
      if (payload.locale) app.locale = String(payload.locale)
      applyAppearance(payload)
      if (!payload.consent || payload.consent === lastConsent) return
      lastConsent = payload.consent
      consent.set(payload.consent)
    } catch (error) {
      // An invalid setting must not stop the app from connecting.
      reportError(error)
    }
  }
}
