import { HELLO } from '../../../src/native/hello.js'
import { type NativePage, transport } from '../../../src/native/transport.js'
import { type Answer, type Channel, type Message, openChannel } from './channel.js'
import { isObject } from './describe.js'

/** The connection to the app. All checks of a run use it. */
export interface Connection {
  channel: Channel
  /**
   * The object that the app added to the page, and how many milliseconds after the page's script it was added. Undefined in a
   * browser.
   */
  transport?: { name: string; delay: number }
  /** The answer to the first `hello`. Undefined if there was none. */
  helloAnswer?: Answer
  /** The payload of that answer. */
  welcome: Message
  offers(capability: string): boolean
  /** Sends `hello` again. Resolves with the payload of the answer: what the app knows now. */
  sendHello(): Promise<Message>
}

/** How long to look for the object of the app. */
const TRANSPORT_LIMIT_MS = 2_000
const POLL_MS = 20

/** Waits for the object of the app and sends `hello`. */
export async function connect(): Promise<Connection> {
  const channel = openChannel()
  const start = performance.now()
  // If the object exists at the first look, the delay is 0, even if the device is slow.
  let delay = 0
  while (!transport() && delay < TRANSPORT_LIMIT_MS) {
    await new Promise(resolve => setTimeout(resolve, POLL_MS))
    delay = performance.now() - start
  }
  const found = transport() && { name: transportName(), delay }
  const helloAnswer = found && (await channel.send('hello', HELLO).catch(() => undefined))
  const welcome = payloadOf(helloAnswer)
  const { capabilities } = welcome
  return {
    channel,
    transport: found,
    helloAnswer,
    welcome,
    offers: capability => Array.isArray(capabilities) && capabilities.includes(capability),
    sendHello: async () => payloadOf(await channel.send('hello', HELLO)),
  }
}

export const payloadOf = (answer: Answer | undefined): Message =>
  isObject(answer?.message.payload) ? answer.message.payload : {}

function transportName(): string {
  const page = globalThis as NativePage
  if (transport() === page.webkit?.messageHandlers?.rewards) return 'webkit.messageHandlers.rewards'
  return transport() === page.rewardsNative ? 'rewardsNative' : 'ReactNativeWebView'
}
