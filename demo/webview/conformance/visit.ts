import { type NativePage, transport } from '../../../src/native/transport.js'
import { isObject } from './describe.js'
import { type Answer, createHost, type Host, type Message } from './host.js'

/** What all checks of a run know: the app has been met, once. */
export interface Visit {
  host: Host
  /** What there is to speak to, and how many milliseconds after the page's script it came. Nothing: this is a browser. */
  transport?: { name: string; late: number }
  /** The answer to the first hello; nothing in all the time that any answer has. */
  greeting?: Answer
  /** What that says. */
  welcome: Message
  offers(capability: string): boolean
  /** Says hello again: the app's newest word on the person. */
  greet(): Promise<Message>
}

/** A transport that comes later than this does not come. */
const LATE_MS = 2_000
const LOOK_MS = 20

/** As the SDK says it. */
const HELLO = {
  protocol: 1,
  wants: [
    ...['token.renew', 'token.changed', 'share', 'open', 'close', 'event', 'clipboard.write', 'haptic'],
    ...['insets', 'color_scheme', 'locale', 'consent'],
  ],
}

const NAMES = ['webkit.messageHandlers.rewards', 'rewardsNative', 'ReactNativeWebView']

/** Waits for something to speak to, and says hello to it. */
export async function meetApp(): Promise<Visit> {
  const host = createHost()
  const since = performance.now()
  // A transport that is there at the first look is not late, however long the device takes to look.
  let late = 0
  while (!transport() && late < LATE_MS) {
    await new Promise(look => setTimeout(look, LOOK_MS))
    late = performance.now() - since
  }
  const found = transport() && { name: nameOfTransport(), late }
  const greeting = found && (await host.ask('hello', HELLO).catch(() => undefined))
  const welcome = payloadOf(greeting)
  const { capabilities } = welcome
  return {
    host,
    transport: found,
    greeting,
    welcome,
    offers: capability => Array.isArray(capabilities) && capabilities.includes(capability),
    greet: async () => payloadOf(await host.ask('hello', HELLO)),
  }
}

export const payloadOf = (answer: Answer | undefined): Message =>
  isObject(answer?.message.payload) ? answer.message.payload : {}

function nameOfTransport() {
  const page = globalThis as NativePage
  return NAMES[
    [page.webkit?.messageHandlers?.rewards, page.rewardsNative, page.ReactNativeWebView].indexOf(transport())
  ]!
}
