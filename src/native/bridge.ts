import type { RewardsError } from '../http/error.js'
import { randomId } from '../random-id.js'
import { hearAt, post, type TransportMessage } from './transport.js'

/** Answers come by what they are named, not in order. */
export interface Bridge {
  /** Asks the app. Throws `native_error`, whose `parameters.reason` is the app's own, or `timeout` | `unreachable`. */
  request(type: string, payload?: object, limit?: number): Promise<Payload>
  /** Takes a message of the app, an object or its JSON. What is none of ours is ignored. */
  receive(message: unknown): void
  /** From now on each message says so: the app knows by it that no frame has sent it. */
  speakAs(session: string): void
}

export type Payload = Record<string, unknown>

export interface BridgeHooks {
  /** The app wants something; what this answers, or throws, it is told. */
  onRequest(type: string, payload: Payload): unknown
  fail(type: string, reason: string): RewardsError
}

/** An app that takes longer is not going to answer. */
const ANSWER_MS = 10_000

/** The page's end of `{ rewards: 1, id, type, payload }`: an answer carries the same id, and `payload` or `error {code, reason}`. */
export function createBridge({ onRequest, fail }: BridgeHooks): Bridge {
  /** By id. Those that are answered stay: an app that answers twice, or too late, wants nothing. */
  const asked = new Map<unknown, ((answer: Payload) => void) | undefined>()
  let session: string | undefined

  const hear = ({ data, source, origin }: TransportMessage) => {
    // The app's own messages have no window and no origin, or the page's.
    if (!source && (!origin || origin === globalThis.location?.origin)) receive(data)
  }
  const send = (message: object) => {
    hearAt(hear)
    return post({ rewards: 1, session, ...message })
  }

  function request(type: string, payload: object = {}, limit = ANSWER_MS): Promise<Payload> {
    const id = randomId()
    return new Promise((resolve, reject) => {
      const timer = setTimeout(end, limit, { error: { reason: 'timeout' } })
      const unreachable = () => end({ error: { reason: 'unreachable' } })
      asked.set(id, end)
      try {
        // A handler that replies has its answer in the reply, or nothing there, and the answer comes by itself.
        Promise.resolve(send({ id, type, payload })).then(receive, unreachable)
      } catch {
        unreachable()
      }
      function end({ payload, error }: Payload) {
        asked.set(id, undefined)
        clearTimeout(timer)
        if (error) reject(fail(type, reasonIn(Object(error))))
        else resolve(Object(payload))
      }
    })
  }

  function receive(raw: unknown) {
    const message = parsed(raw)
    const { rewards, id, type } = message
    if (rewards !== 1 && rewards !== '1') return
    const end = asked.get(id)
    if (end) end(message)
    // A second answer is none, save that an app may always say more of itself.
    else if (type === 'welcome' || (typeof type === 'string' && !asked.has(id))) answer(type, message)
  }

  async function answer(type: string, { id, payload }: Payload) {
    let said: object
    // In the order in which the app has spoken: who has asked has an answer no earlier.
    await undefined
    try {
      said = { payload: Object(await onRequest(type, Object(payload))) }
    } catch (error) {
      const { code, message } = Object(error)
      said = { error: { code, reason: message } }
    }
    try {
      if (id != null && !asked.has(id)) await send({ id, ...said })
    } catch {
      // The app is gone.
    }
  }

  hearAt(hear)
  return {
    request,
    receive,
    speakAs: given => {
      session = given
    },
  }
}

const reasonIn = ({ reason, code }: Payload) =>
  [reason, code].find((each): each is string => typeof each === 'string') ?? 'failed'

function parsed(raw: unknown): Payload {
  try {
    return Object(typeof raw === 'string' ? JSON.parse(raw) : raw)
  } catch {
    return {}
  }
}
