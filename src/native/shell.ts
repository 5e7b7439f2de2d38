import { RewardsError } from '../http/error.js'
import { hearQueue } from './app-queue.js'
import { wear } from './appearance.js'
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
export interface Native {
  /** Resolves once the app has said who it is, or has not in time. */
  ready: Promise<void>
  receive(message: unknown): void
}

export interface ShellContext extends ShellTokenContext {
  /** The runtime itself, which is to show the app to the page. */
  target: EventTarget
}

const PROTOCOL = 1

/** Longer nobody waits for an app that may not know us. */
const HELLO_MS = 2_000

/** An answer that comes later still counts, however late: timers know no longer time. */
const EVER_MS = 2 ** 31 - 1

/** All that this version asks for. */
const WANTS =
  'token.renew token.changed share open close event clipboard.write haptic insets color_scheme locale consent'.split(
    ' ',
  )

/** By what each runtime has handed on: a second look finds what the first has met. */
const met = new WeakMap<ShellContext, Native>()

export function shellOf(context: ShellContext): Native {
  const native = met.get(context) ?? (speaksForThePage(context) ? createShell(context) : NOBODY)
  met.set(context, native)
  return native
}

const NOBODY: Native = { ready: Promise.resolve(), receive() {} }

/**
 * Every frame sees what an app has put into its webview: only the page itself may speak to it. And an app has the token of one program:
 * only the page's own runtime, its first, may have that, or it would go to the other's domain.
 */
const speaksForThePage = ({ target }: ShellContext) =>
  (globalThis as { [key: symbol]: unknown })[Symbol.for('rewards')] === target && top === self

/** Says hello to the native app. Without an answer the page goes on as in a browser; one that comes later still counts. */
function createShell(context: ShellContext): Native {
  const { app, target, consent, tracker, reportError } = context
  let capabilities: unknown[] = []
  let copies = false
  /** What the app has said last: once more it is no news, and the page may have changed it since. */
  let choice: unknown
  /** One welcome after the other. */
  let working = Promise.resolve()
  let patience: ReturnType<typeof setTimeout>
  let greet: () => void
  const met = new Promise<void>(resolve => (greet = resolve))
  /** Every call of the page waits for the app's first word. */
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
    clearTimeout(patience)
    const entered = working.then(() => enter(payload)).catch(reportError)
    working = entered
    await entered
    // Of several in quick succession the last is the one that the page begins with.
    if (entered === working) begin()
  }

  /** An app may welcome the page again, whenever something has changed: what it does not name stays. */
  async function enter(payload: Payload) {
    app.isConnected = true
    silence.update(false)
    if (payload.capabilities) capabilities = Object.values(payload.capabilities)
    if (payload.session) bridge.speakAs(String(payload.session))
    try {
      follow(payload)
    } catch (error) {
      // Nobody is kept out for how they dress.
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

  /** What the page has said itself stays. */
  function follow(payload: Payload) {
    if (payload.locale) app.locale = String(payload.locale)
    wear(payload)
    if (payload.consent && payload.consent !== choice) {
      choice = payload.consent
      consent.set(choice as 'granted')
    }
  }

  function begin() {
    held = false
    greet()
  }

  function hello() {
    bridge.request('hello', { protocol: PROTOCOL, wants: WANTS }, EVER_MS).then(welcome, begin)
  }

  function goOn() {
    if (held && isAnyonesTransport()) silence.update(true)
    begin()
  }

  openLinks(shell)
  hearQueue(target, bridge.receive)
  // A page that comes back as it was left has missed what the app has said since, and may be another session now.
  addEventListener('pageshow', ({ persisted }) => persisted && hello())
  hello()
  patience = setTimeout(goOn, silence.wasKnown ? 0 : HELLO_MS)
  return { ready: met, receive: bridge.receive }
}
