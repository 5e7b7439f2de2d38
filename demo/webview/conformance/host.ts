// The page's end of the bridge, raw. What is the SDK's own here is how it posts (src/native/transport.ts), for that differs from shell to
// shell. What it hears with (bridge.ts) is not: that makes the best of whatever an app says, and a fault would not be seen.

import { post, transport } from '../../../src/native/transport.js'
import { randomId } from '../../../src/random-id.js'
import { isObject } from './describe.js'
import { keepSecret } from './secrets.js'

export type Message = Record<string, unknown>

export interface Heard {
  /** Empty where it was no object. */
  message: Message
  /** What of its form is not as it should be. */
  fault?: string
}

export interface Answer {
  message: Message
  /** Milliseconds. */
  took: number
}

export interface Question {
  id?: string
  /** Milliseconds. */
  limit?: number
  /** Instead of the word that the app has given this page. */
  session?: string
}

export interface Host {
  /** All that the app has said, oldest first. */
  heard: Heard[]
  /** Resolves with the first answer that carries the question's id, or with nothing when the limit is over. Throws what the transport throws. */
  ask(type: string, payload?: object, question?: Question): Promise<Answer | undefined>
  answersTo(id: string): Message[]
  /** What this page has asked by an id: nothing where it has not. */
  typeOf(id: unknown): string | undefined
  /** Calls at each message of the app. */
  onHear(listener: () => void): void
}

/** As long as the SDK waits. */
export const ANSWER_MS = 10_000

/** Frames of ours ask by ids that begin so: what the app answers those is none of the page's. */
export const FRAME_ID = 'frame-'

/** Takes the place of the SDK on this page: what the app has said already is heard. */
export function createHost(): Host {
  const heard: Heard[] = []
  const asked = new Map<string, { type: string; settle(message: Message): void }>()
  const listeners: (() => void)[] = []
  let session: string | undefined

  function hear(raw: unknown) {
    const one = read(raw)
    const { id, type, payload } = one.message
    keepSecret(one.message)
    heard.push(one)
    const question = asked.get(String(id))
    const isWelcome = question?.type === 'hello' || (type === 'welcome' && !String(id).startsWith(FRAME_ID))
    if (isWelcome && isObject(payload) && typeof payload.session === 'string') session = payload.session
    question?.settle(one.message)
    for (const listen of listeners) listen()
  }

  function send(message: Message) {
    const to = transport()
    if (to && 'onmessage' in to) to.onmessage = ({ data }) => hear(data)
    const reply = post(message)
    // A handler may answer by its reply. One that is no message of ours says only that it was heard.
    Promise.resolve(reply).then(said => Number(read(said).message.rewards) === 1 && hear(said), Boolean)
  }

  receiveBy(hear)
  return {
    heard,
    ask(type, payload = {}, { id = randomId(), limit = ANSWER_MS, session: other } = {}) {
      const since = performance.now()
      const answer = new Promise<Answer | undefined>(resolve => {
        asked.set(id, { type, settle: message => resolve({ message, took: performance.now() - since }) })
        setTimeout(resolve, limit)
      })
      send({ rewards: 1, id, type, payload, session: other ?? session })
      return answer
    },
    answersTo: id => heard.flatMap(({ message }) => (message.id === id ? [message] : [])),
    typeOf: id => asked.get(String(id))?.type,
    onHear: listener => void listeners.push(listener),
  }
}

/** Where an app speaks to the page: `rewards.push(['receive', message])`, now and before. */
function receiveBy(hear: (raw: unknown) => void) {
  const page = globalThis as { rewards?: unknown }
  const before = page.rewards
  const push = (...calls: unknown[]) => {
    for (const call of calls) if (Array.isArray(call) && call[0] === 'receive') hear(call[1])
  }
  page.rewards = { push, receive: hear }
  if (Array.isArray(before)) push(...before)
}

function read(raw: unknown): Heard {
  try {
    const message: unknown = typeof raw === 'string' ? JSON.parse(raw) : raw
    if (!isObject(message)) return { message: {}, fault: 'is neither an object nor the JSON of one' }
    if (message.rewards !== 1) return { message, fault: 'lacks `rewards: 1`' }
    const { error } = message
    const isTold = isObject(error) && typeof error.reason === 'string' && typeof error.code === 'string'
    return error === undefined || isTold
      ? { message }
      : { message, fault: 'has an `error` without `code` and `reason`' }
  } catch {
    return { message: {}, fault: 'is a string that is not JSON' }
  }
}
