import { attempt } from '../base/attempt.js'
import { aborted, isRewardsError, loggedOut, RewardsError } from '../error/error.js'

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
  const { signal, sessionSignal } = message
  const stop = new AbortController()
  const abort = () => stop.abort()
  let isLate = false
  const timer = setTimeout(() => {
    isLate = true
    abort()
  }, TIMEOUT_MS)
  // `AbortSignal.any` and `AbortSignal.timeout` are newer than the oldest supported browsers.
  sessionSignal.addEventListener('abort', abort)
  signal?.addEventListener('abort', abort)
  if (signal?.aborted || sessionSignal.aborted) abort()
  try {
    if (stop.signal.aborted) throw stop.signal.reason
    // A service worker, or a wrapper around `fetch`, may ignore the signal. The call ends in any case.
    return await Promise.race([fetchAnswer(fetch, message, stop.signal), rejectWhenAborted(stop.signal)])
  } catch (cause) {
    throw toSendError(cause, message, isLate)
  } finally {
    clearTimeout(timer)
    sessionSignal.removeEventListener('abort', abort)
    signal?.removeEventListener('abort', abort)
  }
}

async function fetchAnswer(fetch: Fetch, message: Message, stop: AbortSignal): Promise<Answer> {
  const { url, signal: _, sessionSignal: __, ...init } = message
  const response = await fetch(url, { ...init, ...cacheMode(init.method), redirect: 'error', signal: stop })
  // A wrapper around `fetch` may return anything.
  if (typeof response?.headers?.get !== 'function')
    throw new RewardsError(
      'invalid_argument',
      'options.fetch did not return a Response. Without this option, a wrapper around window.fetch did not.',
      { retryable: true },
    )
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

/** The error of a request that got no answer. An error of the option `fetch` looks the same as an unreachable network. */
function toSendError(cause: unknown, { url, signal, sessionSignal }: Message, isLate: boolean): RewardsError {
  if (signal?.aborted) return aborted(cause)
  if (sessionSignal.aborted) return loggedOut(cause)
  if (isRewardsError(cause)) return cause
  const address = withoutQuery(url)
  if (isLate) return new RewardsError('timeout', `${address} did not answer in time`, { cause, retryable: true })
  const message = `${address} cannot be reached. Check the network, the option \`domain\`, and that the program allows this page's origin.`
  return new RewardsError('network_error', message, { cause, retryable: true })
}

const withoutQuery = (url: string) => url.replace(/\?.*/, '')

const rejectWhenAborted = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
