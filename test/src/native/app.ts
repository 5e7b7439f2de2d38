// A native app around a runtime in Node. test/e2e/webview/simulated-host.ts simulates one for a page in Chromium.

import { vi } from 'vitest'

/** A message as the app has it, whatever form it came in. */
export interface Sent {
  id: string
  type?: string
  payload: Record<string, unknown>
  error?: object
  session?: string
}

/** What an app answers a message with: a payload, or `{ error }`; nothing is no answer. */
export type Answers = Record<string, (payload: Record<string, unknown>, sent: Sent) => unknown>

export interface App {
  sent: Sent[]
  /** Those of a type, by their payloads. */
  of(type: string): Record<string, unknown>[]
  /** The app speaks, in the form of its transport. */
  say(message: object): void
  /** The app takes away what it has put into the page. */
  leave(): void
}

type Deliver = (message: object | string) => void

/** How each kind of webview carries messages: what it puts into the page, and the form in which its app speaks. */
const TRANSPORTS = {
  /** WKWebView's handler: takes objects of what a property list can hold, and nothing else. */
  ios: (take: Deliver, receive: Deliver) => {
    vi.stubGlobal('webkit', { messageHandlers: { rewards: { postMessage: (m: unknown) => take(propertyList(m)) } } })
    return (message: object) => receive(message)
  },
  /** `addWebMessageListener`: strings both ways, and every number a double. */
  android: (take: Deliver) => {
    const rewardsNative = {
      postMessage: (m: unknown) => take(text(m)),
      onmessage: null as ((event: { data: unknown }) => void) | null,
    }
    vi.stubGlobal('rewardsNative', rewardsNative)
    return (message: object) => rewardsNative.onmessage?.({ data: withDoubles(message) })
  },
  /** `addJavascriptInterface`: an object that Java made, which is spoken to by its methods alone. */
  'old android': (take: Deliver, receive: Deliver) => {
    const rewardsNative = Object.freeze({
      postMessage(this: unknown, m: unknown) {
        if (this !== rewardsNative) throw new Error("Java bridge method can't be invoked on a non-injected object")
        take(text(m))
      },
    })
    vi.stubGlobal('rewardsNative', rewardsNative)
    return (message: object) => receive(withDoubles(message))
  },
  'react native': (take: Deliver, receive: Deliver) => {
    vi.stubGlobal('ReactNativeWebView', { postMessage: (m: unknown) => take(text(m)) })
    return (message: object) => receive(JSON.stringify(message))
  },
}

export type Kind = keyof typeof TRANSPORTS
export const KINDS = Object.keys(TRANSPORTS) as Kind[]

/** Puts the page into an app. `receive` is where the app speaks to the page. */
export function installApp(kind: Kind, answers: Answers, receive: Deliver): App {
  const sent: Sent[] = []
  const say = TRANSPORTS[kind](message => {
    const one = (typeof message === 'string' ? JSON.parse(message) : message) as Sent
    sent.push(one)
    queueMicrotask(async () => {
      const said = await answers[one.type ?? '']?.(one.payload, one)
      if (said) say({ rewards: 1, id: one.id, type: ANSWER_OF[one.type ?? ''], ...asAnswer(said) })
    })
  }, receive)
  return {
    sent,
    say,
    of: type => sent.filter(each => each.type === type).map(each => each.payload),
    leave: () => {
      for (const name of ['webkit', 'rewardsNative', 'ReactNativeWebView']) vi.stubGlobal(name, undefined)
    },
  }
}

const ANSWER_OF: Record<string, string> = { hello: 'welcome' }

const asAnswer = (said: unknown) => ('error' in Object(said) ? (said as object) : { payload: said })

/** As WebKit hands it over: what has no place in a property list is refused. */
function propertyList(message: unknown): object {
  if (JSON.stringify(message) !== JSON.stringify(structuredClone(message)) || holdsUndefined(message))
    throw new DOMException('The object can not be cloned', 'DataCloneError')
  return structuredClone(message) as object
}

const holdsUndefined = (value: unknown): boolean =>
  value === undefined || (Object(value) === value && Object.values(value as object).some(holdsUndefined))

function text(message: unknown): string {
  if (typeof message !== 'string') throw new TypeError('postMessage takes a string')
  return message
}

/** Kotlin's and Java's JSON of a number read as a double. */
export const withDoubles = (message: unknown) => JSON.stringify(message).replace(/:(\d+)([,}])/g, ':$1.0$2')
