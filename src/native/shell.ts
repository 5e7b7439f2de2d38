import { RewardsError } from '../http/error.js'
import { receiveFromQueue } from './app-queue.js'
import { applyAppearance } from './appearance.js'
import { createBridge, type Payload } from './bridge.js'
import { copyEvents } from './copy-events.js'
import { openLinks } from './links.js'
import { createShellToken, type ShellTokenContext } from './shell-token.js'
import { createSilence } from './silence.js'
import { isAnyonesTransport } from './transport.js'

/** The native app around the page, as far as it has said what it can do (docs/webviews.md). */
export interface Shell {
  /** Whether it has said that it does this: `share`, `open`, `close`, `clipboard.write`, `haptic` …. */
  offers(capability: string): boolean
  /** Asks it. Throws `native_error`, whose `parameters.reason` is the app's own, or `timeout` | `unreachable` | `not_offered`. */
  request(type: string, payload?: object, limit?: number): Promise<Record<string, unknown>>
  /** Tells it something, if it wants to know. */
  notify(type: string, payload: object): void
}

/** What the runtime sees of it. */
export interface ShellConnection {
  /** Resolves once the app has said who it is, or has not in time. */
  ready: Promise<void>
  receive(message: unknown): void
}

export interface ShellContext extends ShellTokenContext {
  /** The runtime itself, which is to show the app to the page. */
  target: EventTarget
}

const PROTOCOL = 1

/** The page waits this long for an app that may not know the SDK. */
const HELLO_MS = 2_000

/** A later answer still counts. This is the longest time of a timer. */
const EVER_MS = 2 ** 31 - 1

/** The capabilities that this version can use. */
const WANTS =
  'token.renew token.changed share open close event clipboard.write haptic insets color_scheme locale consent'.split(
    ' ',
  )

/** One shell for each runtime. */
const shells = new WeakMap<ShellContext, ShellConnection>()

export function connectShell(context: ShellContext): ShellConnection {
  const native = shells.get(context) ?? (speaksForThePage(context) ? createShell(context) : NOBODY)
  shells.set(context, native)
  return native
}

const NOBODY: ShellConnection = { ready: Promise.resolve(), receive() {} }

/**
 * Every frame sees what an app has put into its webview: only the page itself may speak to it. And an app has the token of one program:
 * only the page's own runtime, its first, may have that, or it would go to the other's domain.
 */
const speaksForThePage = ({ target }: ShellContext) =>
  (globalThis as { [key: symbol]: unknown })[Symbol.for('rewards')] === target && top === self

/** Says hello to the native app. Without an answer the page goes on as in a browser; one that comes later still counts. */
function createShell(context: ShellContext): ShellConnection {
  const { app, target, consent, tracker, reportError } = context
  let capabilities: unknown[] = []
  let copies = false
  /** The app's latest consent. The same consent again is ignored: the page may have changed it since. */
  let choice: unknown
  /** Welcomes are handled one after the other. */
  let working = Promise.resolve()
  let helloTimer: ReturnType<typeof setTimeout>
  let markReady: () => void
  const ready = new Promise<void>(resolve => (markReady = resolve))
  /** Every call of the page waits for the app's first message. */
  let held = true
  const silence = createSilence(consent)

  const fail = (type: string, reason: string) =>
    new RewardsError('native_error', `The native app failed at ${type}: ${reason}`, { parameters: { reason } })
  const bridge = createBridge({
    fail,
    onRequest(type, payload) {
      if (type === 'welcome') return welcome(payload)
      throw fail(type, 'unknown_type')
    },
  })
  const shell: Shell = {
    offers: capability => capabilities.includes(capability),
    request: async (type, ...rest) => {
      if (!shell.offers(type)) throw fail(type, 'not_offered')
      return bridge.request(type, ...rest)
    },
    notify: (type, payload) => void shell.request(type, payload).catch(() => {}),
  }
  const shellToken = createShellToken(context, shell)

  async function welcome(payload: Payload): Promise<void> {
    clearTimeout(helloTimer)
    const entered = working.then(() => enter(payload)).catch(reportError)
    working = entered
    await entered
    // After several welcomes in quick succession the page starts with the last.
    if (entered === working) begin()
  }

  /** An app may send a welcome again when something has changed. What it does not name stays. */
  async function enter(payload: Payload) {
    app.isConnected = true
    silence.update(false)
    if (payload.capabilities) capabilities = Object.values(payload.capabilities)
    if (payload.session) bridge.setSession(String(payload.session))
    try {
      follow(payload)
    } catch (error) {
      // An invalid theme must not stop the shell from starting.
      reportError(error)
    }
    if (!copies && shell.offers('event')) {
      copies = true
      copyEvents(tracker, (name, data) => shell.notify('event', { name, data }))
    }
    await shellToken.adopt(payload, held)
    Object.assign(target, { shell })
    target.dispatchEvent(new CustomEvent('shell', { detail: shell }))
  }

  /** What the page has set itself stays. */
  function follow(payload: Payload) {
    if (payload.locale) app.locale = String(payload.locale)
    applyAppearance(payload)
    if (payload.consent && payload.consent !== choice) {
      choice = payload.consent
      consent.set(choice as 'granted')
    }
  }

  function begin() {
    held = false
    markReady()
  }

  function hello() {
    bridge.request('hello', { protocol: PROTOCOL, wants: WANTS }, EVER_MS).then(welcome, begin)
  }

  function goOn() {
    if (held && isAnyonesTransport()) silence.update(true)
    begin()
  }

  openLinks(shell)
  receiveFromQueue(target, bridge.receive)
  // A page that is restored from the back/forward cache has missed messages of the app, and may be in another session.
  addEventListener('pageshow', ({ persisted }) => persisted && hello())
  hello()
  helloTimer = setTimeout(goOn, silence.wasKnown ? 0 : HELLO_MS)
  return { ready, receive: bridge.receive }
}
