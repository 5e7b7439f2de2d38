import type { RewardsError } from '../http/error.js'
import { randomId } from '../random-id.js'
import { listenTo, post, type TransportMessage } from './transport.js'

/** Requests and answers between page and app. An answer names the id of its request, so the order does not matter. */
export interface Bridge {
  /** Sends a request. Throws `native_error`; `parameters.reason` is the app's own reason, or `timeout` | `unreachable`. */
  request(type: string, payload?: object, limit?: number): Promise<Payload>
  /** Receives a message of the app, an object or its JSON. Other messages are ignored. */
  receive(message: unknown): void
  /** Adds the session to every message: it proves to the app that the page sent it, and not a frame. */
  setSession(session: string): void
}

export type Payload = Record<string, unknown>

export interface BridgePorts {
  /** Handles a request of the app. The result, or the error, is sent to the app. */
  onRequest(type: string, payload: Payload): unknown
  fail(type: string, reason: string): RewardsError
}

/** An app that has not answered by then will not answer. */
const ANSWER_MS = 10_000

/** The page's end of `{ rewards: 1, id, type, payload }`: an answer carries the same id, and `payload` or `error {code, reason}`. */
export function createBridge({ onRequest, fail }: BridgePorts): Bridge {
  /** By id. Answered requests stay, so that a second or a late answer is not taken for a request. */
  const asked = new Map<unknown, ((answer: Payload) => void) | undefined>()
  let session: string | undefined

  const onMessage = ({ data, source, origin }: TransportMessage) => {
    // Messages of the app have no source window, and no origin or the page's.
    if (!source && (!origin || origin === globalThis.location?.origin)) receive(data)
  }
  const send = (message: object) => {
    listenTo(onMessage)
    return post({ rewards: 1, session, ...message })
  }

  function request(type: string, payload: object = {}, limit = ANSWER_MS): Promise<Payload> {
    const id = randomId()
    return new Promise((resolve, reject) => {
      const timer = setTimeout(end, limit, { error: { reason: 'timeout' } })
      const unreachable = () => end({ error: { reason: 'unreachable' } })
      asked.set(id, end)
      try {
        // A handler that replies puts its answer into the reply. Otherwise the answer comes as a message.
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
    // A second answer to the same request is ignored. An app may send `welcome` at any time.
    else if (type === 'welcome' || (typeof type === 'string' && !asked.has(id))) answer(type, message)
  }

  async function answer(type: string, { id, payload }: Payload) {
    let reply: object
    // Keeps the order of the app's messages: an earlier answer is handled before this request.
    await undefined
    try {
      reply = { payload: Object(await onRequest(type, Object(payload))) }
    } catch (error) {
      const { code, message } = Object(error)
      reply = { error: { code, reason: message } }
    }
    try {
      if (id != null && !asked.has(id)) await send({ id, ...reply })
    } catch {
      // The app is gone.
    }
  }

  listenTo(onMessage)
  return {
    request,
    receive,
    setSession: given => {
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
