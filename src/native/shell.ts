import type { Client } from '../http/client.js'
import type { Settings } from '../options.js'
import { wear } from './appearance.js'
import { createBridge, type Payload } from './bridge.js'
import { copyEvents } from './copy-events.js'
import { openLinks } from './links.js'
import { createShellToken, type ShellTokenHooks } from './shell-token.js'

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
  met: Promise<void>
  hear(message: unknown): void
}

export interface ShellHooks extends ShellTokenHooks {
  client: Client
  settings: Settings
  /** The runtime itself, which is to show the app to the page. */
  target: EventTarget
  consent: { keeps(): boolean; set(state: 'unset' | 'granted' | 'denied'): void }
  tell(error: unknown): void
}

const PROTOCOL = 1

/** Longer nobody waits for an app that may not know us. */
const HELLO_MS = 2_000

/** All that this version asks for. */
const WANTS =
  'token.renew token.changed share open close event clipboard.write haptic insets color_scheme locale consent'.split(
    ' ',
  )

/** By what each runtime has handed on: a second look finds what the first has met. */
const met = new WeakMap<ShellHooks, Native>()

export function shellOf(hooks: ShellHooks): Native {
  const shell = met.get(hooks) ?? createShell(hooks)
  met.set(hooks, shell)
  return shell
}

/** Says hello to the native app. Without an answer the page goes on as in a browser; one that comes later still counts. */
function createShell(hooks: ShellHooks): Native {
  const { client, settings, target, consent, tell } = hooks
  let capabilities: unknown[] = []
  /** One welcome after the other. */
  let working = Promise.resolve()
  let greet: () => void
  /** The locale that the app has brought. */
  let spoken: string | undefined
  const met = new Promise<void>(resolve => (greet = resolve))
  /** Every call of the page waits for the app's first word. */
  let held = true

  const fail = (type: string, reason: string) =>
    client.error('native_error', `${type}: ${reason}`, { parameters: { reason } })
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
  const shellToken = createShellToken(hooks, shell)

  function welcome(payload: Payload): Promise<void> {
    working = working
      .then(() => enter(payload))
      .catch(tell)
      .then(begin)
    return working
  }

  /** An app may welcome the page again, whenever something has changed: what it does not name stays. */
  async function enter(payload: Payload) {
    settings.inApp = true
    settings.carrier = 'header'
    if (payload.capabilities) capabilities = Object.values(payload.capabilities)
    if (payload.session) bridge.speakAs(String(payload.session))
    if (payload.locale) speak(String(payload.locale))
    if (payload.consent) consent.set(payload.consent as 'granted')
    wear(payload)
    await shellToken.enter(payload, held)
    Object.assign(target, { shell })
    target.dispatchEvent(new CustomEvent('shell', { detail: shell }))
  }

  /** What the page has said itself stays. */
  function speak(locale: string) {
    const { data } = settings
    if (!data.locale || data.locale === spoken) data.locale = spoken = locale
  }

  function begin() {
    held = false
    greet()
  }

  // Every frame sees what an app has put into its webview: only the page itself may speak to it.
  if (globalThis.top !== globalThis.self) return { met: Promise.resolve(), hear: () => {} }
  openLinks(shell)
  copyEvents(hooks.tracker, (name, data) => met.then(() => shell.notify('event', { name, data })))
  bridge.request('hello', { protocol: PROTOCOL, wants: WANTS }, HELLO_MS).then(welcome, begin)
  return { met, hear: bridge.receive }
}
