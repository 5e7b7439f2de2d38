// A native app around a page in Chromium, with any fault that a host may have. test/src/native/app.ts simulates one
// for a runtime in Node.

import { randomBytes } from 'node:crypto'
import type { Frame, Page } from 'playwright-core'
import { withDoubles } from '../../src/native/app.js'

type Message = Record<string, unknown>

/** What is wrong with a host, or particular to it. */
export interface Habits {
  /** What the page is told instead of an answer: nothing, once, or several times. */
  says?(answer: Message, asked: Message): unknown[] | Promise<unknown[]>
  /** What it says of itself beside its capabilities. */
  about?: Message
  /** Its word for a page, which is random else. */
  session?: string
  /** It has no token, and a proof of who its person is each time. */
  proves?: boolean
  /** What it has answered to `token.renew`, a token that it is told, or that there is none any more. */
  forgets?: 'renewed' | 'changed' | 'logout'
  /** Whom it obeys beside the page. */
  obeys?: 'anyone' | 'frames of its origin' | 'any session'
  /** It answers hello by the reply of its handler, too, whoever has asked. */
  replies?: boolean
  /** It comes after the page, without a word. */
  comes?: 'late'
}

export interface SimulatedHost {
  /** From now on it is another app, with another person and these habits. */
  become(habits: Habits): void
  /** Tells the page something by itself. */
  say(message: Message): Promise<void>
  /** Whether it has answered all that it is going to answer. */
  readonly isQuiet: boolean
  /** What nobody may see of it: tokens, proofs, the page's session. */
  secrets: string[]
}

/** How a kind of webview carries messages. */
interface Webview {
  /** Runs in each frame before its first script. */
  install: () => void
  /** Whether it says which frame has spoken. Else the page has a session. */
  knowsFrames: boolean
  say(page: Page, message: unknown): Promise<unknown>
  /** The object comes after the page's scripts, and a welcome with it. */
  late?: boolean
}

const receive = (page: Page, message: unknown) =>
  page.evaluate(said => {
    if (!window.rewards?.push) window.rewards = []
    window.rewards.push(['receive', said])
  }, message)

export const WEBVIEWS = {
  /** Takes objects of what a property list can hold; each number is a double. */
  ios: {
    install: () => {
      const post = Reflect.get(window, 'postToApp') as (text: string) => Promise<unknown>
      const isList = (value: unknown): boolean =>
        value !== undefined && (Object(value) !== value || Object.values(value as object).every(isList))
      const postMessage = (message: unknown) => {
        if (!isList(structuredClone(message))) throw new DOMException('The object can not be cloned', 'DataCloneError')
        return post(JSON.stringify(message))
      }
      Object.assign(window, { webkit: { messageHandlers: { rewards: { postMessage } } } })
    },
    knowsFrames: true,
    say: receive,
  },
  /** `addWebMessageListener`: strings both ways, on an object that is there for the shop's origin alone. */
  android: {
    install: () => {
      if (window.origin === 'null') return
      const post = Reflect.get(window, 'postToApp') as (text: string) => void
      const postMessage = (message: unknown) => {
        if (typeof message !== 'string') throw new TypeError('postMessage takes a string')
        post(message)
      }
      Object.assign(window, { rewardsNative: { postMessage, onmessage: null } })
    },
    knowsFrames: true,
    say: (page, message) =>
      page.evaluate(data => Reflect.get(window, 'rewardsNative').onmessage?.({ data }), withDoubles(message)),
  },
  /** `addJavascriptInterface`: an object of Java's, in every frame, whose method answers nothing. */
  'old android': {
    install: () => {
      const post = Reflect.get(window, 'postToApp') as (text: string) => void
      const rewardsNative = Object.freeze({
        postMessage(this: unknown, message: unknown) {
          if (this !== rewardsNative) throw new Error('Java bridge method can’t be invoked on a non-injected object')
          if (typeof message !== 'string') throw new TypeError('postMessage takes a string')
          post(message)
        },
      })
      Object.assign(window, { rewardsNative })
    },
    knowsFrames: false,
    say: (page, message) => receive(page, JSON.parse(withDoubles(message))),
  },
  'react native': {
    install: () => {
      const post = Reflect.get(window, 'postToApp') as (text: string) => void
      const postMessage = (message: unknown) => {
        if (typeof message !== 'string') throw new TypeError('postMessage takes a string')
        post(message)
      }
      Object.assign(window, { ReactNativeWebView: { postMessage } })
    },
    knowsFrames: false,
    say: (page, message) => receive(page, JSON.stringify(message)),
    late: true,
  },
} satisfies Record<string, Webview>

export type Kind = keyof typeof WEBVIEWS

const CAPABILITIES = ['token.renew', 'token.changed', 'share', 'open', 'close', 'event', 'clipboard.write', 'haptic']
const ABOUT = {
  locale: 'pt-BR',
  color_scheme: 'dark',
  insets: { top: 47, right: 0, bottom: 34, left: 0.5 },
  consent: 'granted',
  person: 'c0ffee-c0ffee-c0ffee',
}
const LIFE_MS = 3_600_000

/** Puts a page into an app, before it is opened. What the app does is in this process, as an app's is in its own. */
export async function simulateHost(page: Page, kind: Kind, habits: Habits = {}): Promise<SimulatedHost> {
  const webview: Webview = WEBVIEWS[kind]
  let session = ''
  const secrets: string[] = []
  const outcomes = ['shared', 'canceled']
  let underWay = 0
  let kept: Message = {}

  const acts: Record<string, (payload: Message) => Message> = {
    hello: () => ({
      capabilities: CAPABILITIES,
      ...ABOUT,
      ...(webview.knowsFrames ? {} : { session }),
      ...kept,
      ...habits.about,
    }),
    'token.renew': () => {
      const made = make()
      if (habits.forgets !== 'renewed') kept = made
      return made
    },
    'token.changed': payload => {
      if (habits.forgets !== (payload.token ? 'changed' : 'logout')) kept = payload.token ? payload : {}
      return {}
    },
    share: () => {
      outcomes.push(outcomes.shift()!)
      return { outcome: outcomes.at(-1) }
    },
    ...Object.fromEntries(['close', 'event', 'clipboard.write', 'haptic'].map(type => [type, () => ({})])),
    open: ({ url }) => (/^(https|mailto|sms|tel):/.test(String(url)) ? {} : fail('refused')),
  }

  function become(other: Habits) {
    habits = other
    kept = make()
    session = habits.session ?? randomBytes(16).toString('hex')
    secrets.push(session)
  }

  function make(): Message {
    const made: Message = habits.proves ? { jwt: newProof() } : newToken()
    secrets.push(String(made.token ?? made.jwt))
    return made
  }

  function isObeyed(frame: Frame, asked: Message) {
    const { obeys } = habits
    if (obeys === 'anyone') return true
    if (!webview.knowsFrames)
      return asked.type === 'hello' || asked.session === session || (obeys === 'any session' && Boolean(asked.session))
    return frame === page.mainFrame() || (obeys === 'frames of its origin' && frame.url().endsWith('own'))
  }

  async function hear(frame: Frame, asked: Message) {
    underWay++
    const { says = (answer: Message): unknown[] => [answer], replies } = habits
    if (isObeyed(frame, asked)) for (const said of await says(answerTo(asked), asked)) await say(said)
    underWay--
    return replies && asked.type === 'hello' && frame !== page.mainFrame() ? answerTo(asked) : null
  }

  function answerTo({ id, type, payload }: Message): Message {
    const about = { rewards: 1, id, type: type === 'hello' ? 'welcome' : type }
    try {
      const act = acts[String(type)] ?? (() => fail('unknown_type'))
      return { ...about, payload: act(payload as Message) }
    } catch (error) {
      return { ...about, error: { code: 'native_error', reason: (error as Error).message } }
    }
  }

  async function say(message: unknown) {
    // Once it has closed the page nobody hears.
    await webview.say(page, message).catch(() => {})
  }

  become(habits)
  await page.exposeBinding('postToApp', ({ frame }, text: string) => hear(frame, JSON.parse(text)))
  if (webview.late || habits.comes)
    page.on('load', async () => {
      await page.evaluate(webview.install)
      if (!habits.comes) await say({ rewards: 1, type: 'welcome', payload: acts.hello!({}) })
    })
  else await page.addInitScript(webview.install)
  return {
    become,
    say,
    secrets,
    get isQuiet() {
      return !underWay
    },
  }
}

function newToken(): Message {
  const expires_at = new Date(Date.now() + LIFE_MS).toISOString()
  return { token: randomBytes(32).toString('base64url'), scopes: ['LOCAL_PROFILE', 'VERIFIED_CONSUMER'], expires_at }
}

/** As a server of the app would sign it; the page does not ask who it is. */
function newProof() {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  return `${part({ alg: 'HS256', kid: 'k' })}.${part({ exp: (Date.now() + LIFE_MS) / 1_000 })}.${randomBytes(32).toString('base64url')}`
}

function fail(reason: string): never {
  throw new Error(reason)
}
