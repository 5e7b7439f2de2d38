import { attempt } from '../base/attempt.js'
import { inTime } from '../base/in-time.js'
import { isRewardsError, RewardsError } from '../error/error.js'
import { reasonToEnd, untilEnd } from './end-of-call.js'

/** Longer than the slowest useful answer. A request that stalls must not block the calls that wait for it. */
const TIMEOUT_MS = 30_000

export interface Message {
  url: string
  method: string
  headers: Record<string, string>
  body?: string | URLSearchParams
  credentials: RequestCredentials
  keepalive?: boolean
  signal?: AbortSignal | undefined
  /** Aborts when the consumer logs out, or another person takes their place. */
  sessionSignal: AbortSignal
}

/** A complete answer. `text` is its body; `json` is the parsed body, undefined if it is not JSON. */
export interface Answer {
  /** The URL of the request without its query, which may contain a token. */
  url: string
  status: number
  headers: Pick<Headers, 'get'>
  text: string
  json: unknown
}

type Fetch = typeof globalThis.fetch

/** Sends one request. Resolves with the answer, whatever its status. Throws `network_error`, `timeout`, `aborted` or `logged_out`. */
export async function send(fetch: Fetch, message: Message): Promise<Answer> {
  const error = reasonToEnd(message)
  if (error) throw error
  const stop = new AbortController()
  try {
    // A service worker, or a wrapper around `fetch`, may ignore the signal. The call ends in any case.
    const answer = untilEnd(fetchAnswer(fetch, message, stop.signal), message)
    return await inTime(answer, TIMEOUT_MS, () => tooLate(message))
  } catch (cause) {
    if (!isRewardsError(cause)) throw unreachable(message, cause)
    // The request ends with its call. `AbortSignal.any` and `AbortSignal.timeout` are newer than the oldest supported browsers.
    stop.abort()
    throw cause
  }
}

async function fetchAnswer(fetch: Fetch, message: Message, stop: AbortSignal): Promise<Answer> {
  const { url, signal: _, sessionSignal: __, ...init } = message
  const response = await fetch(url, { ...init, ...cacheMode(init.method), redirect: 'error', signal: stop })
  // A wrapper around `fetch` may return anything.
  if (typeof response?.headers?.get !== 'function')
    throw new RewardsError('invalid_argument', 'options.fetch, or window.fetch, returned no Response', {
      retryable: true,
    })
  return toAnswer(url, response)
}

/**
 * An HTTP cache answers only GET, perhaps with the answer for another person. Other calls do without `no-store`: with it, Chromium ignores the
 * answers to earlier preflight requests as well, and a page that is being left cannot send another one.
 * https://source.chromium.org/chromium/chromium/src/+/main:services/network/cors/preflight_controller.cc
 */
const cacheMode = (method: string): RequestInit => (method === 'GET' ? { cache: 'no-store' } : {})

/** Reads a response to its end. */
export async function toAnswer(
  url: string,
  response: Pick<Answer, 'status' | 'headers'> & Pick<Response, 'text'>,
): Promise<Answer> {
  const { status, headers } = response
  const text = await response.text()
  return { url: withoutQuery(url), status, headers, text, json: attempt(() => JSON.parse(text)) }
}

const tooLate = ({ url }: Message) =>
  new RewardsError('timeout', `${withoutQuery(url)} did not answer in time`, { retryable: true })

/** An error of the option `fetch` looks the same as an unreachable network. */
function unreachable({ url }: Message, cause: unknown) {
  const message = `${withoutQuery(url)} cannot be reached. Check the network, and the option \`domain\``
  return new RewardsError('network_error', message, { cause, retryable: true })
}

const withoutQuery = (url: string) => url.replace(/\?.*/, '')
