import { attempt } from '../base/attempt.js'
import { randomId } from '../base/random-id.js'
import { RewardsError } from '../error/error.js'
import { listenTo, post, stopListeningTo } from './messages.js'
import type { TransportMessage } from './transport.js'

/** Requests and answers between page and app. An answer has the id of its request, so answers may come in any order. */
export interface Bridge {
  /** Sends a request. Throws `native_error`; `parameters.reason` is the app's own reason, `timeout` or `unreachable`. */
  request(type: string, payload?: object, timeout?: number): Promise<Payload>
  /** Receives a message of the app, as an object or as JSON. Ignores everything else. */
  receive(message: unknown): void
  /** Adds the session to each further message. It proves to the app that the page has sent the message, and not a frame. */
  setSession(session: string): void
}

export type Payload = Record<string, unknown>

/** An app that has not answered after this time will not answer. */
const ANSWER_TIMEOUT_MS = 10_000

export const nativeError = (type: string, reason: string) =>
  new RewardsError('native_error', `The native app failed at ${type}: ${reason}`, { parameters: { reason } })

/**
 * Creates the page's end of the bridge. A message is `{ rewards: 1, id, type, payload }`. Its answer has the same id, and either `payload`
 * or `error { code, reason }`. `onRequest` handles a request of the app; its result, or its error, is the answer. Ends when
 * `lifetime` aborts.
 */
export function createBridge(onRequest: (type: string, payload: Payload) => unknown, lifetime: AbortSignal): Bridge {
  /** The requests by id. An answered one stays, as undefined: a second answer to it must not be taken for a request of the app. */
  const requests = new Map<unknown, ((answer: Payload) => void) | undefined>()
  let session: string | undefined

  const onMessage = ({ data, source, origin }: TransportMessage) => {
    // A message of the app has no source window. It has no origin, or the origin of the page.
    if (!source && (!origin || origin === globalThis.location?.origin)) receive(data)
  }
  const send = (message: object) => {
    listenTo(onMessage)
    return post({ rewards: 1, session, ...message })
  }

  function request(type: string, payload: object = {}, timeout = ANSWER_TIMEOUT_MS): Promise<Payload> {
    const id = randomId()
    return new Promise((resolve, reject) => {
      const timer = setTimeout(finish, timeout, { error: { reason: 'timeout' } })
      requests.set(id, finish)
      const sent = new Promise(resolveSent => resolveSent(send({ id, type, payload })))
      // A WebKit handler may return the answer. Otherwise the answer comes as a message.
      sent.then(receive, () => finish({ error: { reason: 'unreachable' } }))
      function finish({ payload, error }: Payload) {
        requests.set(id, undefined)
        clearTimeout(timer)
        if (error) reject(nativeError(type, reasonIn(Object(error))))
        else resolve(Object(payload))
      }
    })
  }

  function receive(raw: unknown) {
    if (lifetime.aborted) return
    const message = parse(raw)
    const { rewards, id, type } = message
    if (rewards !== 1 && rewards !== '1') return
    const finish = requests.get(id)
    if (finish) finish(message)
    // A second answer to a request is ignored, except `welcome`: an app may send it at any time.
    else if (type === 'welcome' || (typeof type === 'string' && !requests.has(id))) answer(type, message)
  }

  async function answer(type: string, { id, payload }: Payload) {
    // The app's messages are handled in order: code that waits for an earlier answer runs first.
    await undefined
    const result = await resultOf(() => onRequest(type, Object(payload)))
    try {
      if (id != null && !requests.has(id)) await send({ id, ...result })
    } catch {
      // The app is gone.
    }
  }

  listenTo(onMessage)
  lifetime.addEventListener('abort', () => {
    stopListeningTo(onMessage)
    for (const finish of requests.values()) finish?.({ error: { reason: 'aborted' } })
  })
  return {
    request,
    receive,
    setSession: given => {
      session = given
    },
  }
}

async function resultOf(handle: () => unknown): Promise<object> {
  try {
    return { payload: Object(await handle()) }
  } catch (error) {
    const { code, message } = Object(error)
    return { error: { code, reason: message } }
  }
}

const reasonIn = ({ reason, code }: Payload) =>
  [reason, code].find((text): text is string => typeof text === 'string') ?? 'failed'

const parse = (raw: unknown): Payload => Object(typeof raw === 'string' ? attempt(() => JSON.parse(raw)) : raw)
