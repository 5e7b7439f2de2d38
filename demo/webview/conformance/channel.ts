// The page's end of the bridge. It sends with the SDK's own transport (src/native/messages.ts), because each webview needs a
// different one. It does not receive with the SDK's bridge, because that accepts imperfect messages, and this page must find them.

import { randomId } from '../../../src/base/random-id.js'
import { post } from '../../../src/native/messages.js'
import { transport } from '../../../src/native/transport.js'
import { isObject } from './describe.js'
import { rememberSecrets } from './secrets.js'

export type Message = Record<string, unknown>

export interface Received {
  /** Empty if the app sent something else than an object. */
  message: Message
  /** What is wrong with the form of the message. */
  formError?: string
}

export interface Answer {
  message: Message
  /** The time until the answer, in milliseconds. */
  duration: number
}

export interface SendOptions {
  /** The id of the message. Default: a random id. */
  id?: string
  /** How long to wait for the answer, in milliseconds. */
  limit?: number
  /** The session to send. Default: the one that the app gave to this page. */
  session?: string
}

export interface Channel {
  /** All messages of the app, oldest first. */
  received: Received[]
  /** Sends a message. Resolves with the first answer, or undefined if none arrives in time. Rejects with the error of the transport. */
  send(type: string, payload?: object, options?: SendOptions): Promise<Answer | undefined>
  /** The type of the message that this page sent with this id. Undefined if there is none. */
  sentType(id: unknown): string | undefined
  /** Calls `listener` after each message of the app. */
  onReceive(listener: () => void): void
}

/** How long the SDK waits for an answer. */
const ANSWER_LIMIT_MS = 10_000

/** The ids of messages that the hostile frames send begin with this prefix. */
export const FRAME_ID_PREFIX = 'frame-'

interface Pending {
  type: string
  resolve(message: Message): void
}

/** Opens the channel to the app. Takes the place of the SDK on this page, and reads the messages that arrived before. */
export function openChannel(): Channel {
  const received: Received[] = []
  const sent = new Map<string, Pending>()
  const listeners: (() => void)[] = []
  let session: string | undefined

  function receive(raw: unknown) {
    const one = parse(raw)
    const pending = sent.get(String(one.message.id))
    rememberSecrets(one.message)
    received.push(one)
    session = sessionIn(one.message, pending) ?? session
    pending?.resolve(one.message)
    for (const listener of listeners) listener()
  }

  receiveFromQueue(receive)
  return {
    received,
    async send(type, payload = {}, { id = randomId(), limit = ANSWER_LIMIT_MS, session: other } = {}) {
      const start = performance.now()
      const answer = new Promise<Answer | undefined>(resolve => {
        sent.set(id, { type, resolve: message => resolve({ message, duration: performance.now() - start }) })
        setTimeout(resolve, limit)
      })
      postToApp({ rewards: 1, id, type, payload, session: other ?? session }, receive)
      return answer
    },
    sentType: id => sent.get(String(id))?.type,
    onReceive: listener => void listeners.push(listener),
  }
}

/** The session in a welcome for this page. Undefined for other messages. */
function sessionIn({ id, type, payload }: Message, pending: Pending | undefined): string | undefined {
  const isForFrame = String(id).startsWith(FRAME_ID_PREFIX)
  const isWelcome = pending?.type === 'hello' || (type === 'welcome' && !isForFrame)
  return isWelcome && isObject(payload) && typeof payload.session === 'string' ? payload.session : undefined
}

function postToApp(message: Message, receive: (raw: unknown) => void) {
  const to = transport()
  if (to && 'onmessage' in to) to.onmessage = ({ data }) => receive(data)
  const reply = Promise.resolve(post(message))
  // The reply of a WebKit handler can be the answer. Any other value only confirms that the handler ran.
  reply.then(
    answer => {
      if (Number(parse(answer).message.rewards) === 1) receive(answer)
    },
    () => {},
  )
}

/** Receives the messages that the app pushes to `window.rewards`, and those that it pushed before this script ran. */
function receiveFromQueue(receive: (raw: unknown) => void) {
  const page = globalThis as { rewards?: unknown }
  const earlier = page.rewards
  const push = (...calls: unknown[]) => {
    for (const call of calls) if (Array.isArray(call) && call[0] === 'receive') receive(call[1])
  }
  page.rewards = { push, receive }
  if (Array.isArray(earlier)) push(...earlier)
}

function parse(raw: unknown): Received {
  try {
    const message: unknown = typeof raw === 'string' ? JSON.parse(raw) : raw
    if (!isObject(message)) return { message: {}, formError: 'is neither an object nor the JSON of an object' }
    if (message.rewards !== 1) return { message, formError: 'does not have `rewards: 1`' }
    const { error } = message
    const isComplete = isObject(error) && typeof error.reason === 'string' && typeof error.code === 'string'
    return error === undefined || isComplete
      ? { message }
      : { message, formError: 'has an `error` without `code` and `reason`' }
  } catch {
    return { message: {}, formError: 'is a string that is not JSON' }
  }
}
