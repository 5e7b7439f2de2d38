import { aborted, isRewardsError, RewardsError } from './error.js'

/** Longer than the slowest answer that is still of use; a stalled request must not hold up what waits behind it. */
const TIMEOUT_MS = 30_000

export interface Message {
  url: string
  method: string
  headers: Record<string, string>
  body?: string | URLSearchParams
  credentials: RequestCredentials
  keepalive?: boolean
  signal?: AbortSignal | undefined
  /** Ends every call at once, when the consumer logs out. */
  sessionSignal: AbortSignal
}

/** An answer that arrived whole. `text` is its body, unread. */
export interface Answer {
  /** The address that was asked, without its query: a token may be in that. */
  url: string
  status: number
  headers: Headers
  text: string
}

/** One HTTP exchange, and nothing but that. Throws `network_error`, `timeout`, `aborted` or `logged_out`; every status is an answer. */
export async function send(fetch: typeof globalThis.fetch, message: Message): Promise<Answer> {
  const { url, signal, sessionSignal, ...init } = message
  const address = url.replace(/\?.*/, '')
  const stop = new AbortController()
  // AbortSignal.any and AbortSignal.timeout are younger than the browser floor.
  const abort = () => stop.abort()
  let stalled = false
  const timer = setTimeout(() => {
    stalled = true
    abort()
  }, TIMEOUT_MS)
  sessionSignal.addEventListener('abort', abort)
  signal?.addEventListener('abort', abort)
  if (signal?.aborted || sessionSignal.aborted) abort()
  const exchange = async () => {
    const response = await fetch(url, { ...init, redirect: 'error', signal: stop.signal })
    // A wrapper around fetch may answer with something else.
    if (typeof response?.headers?.get !== 'function')
      throw new RewardsError(
        'invalid_argument',
        'options.fetch did not return a Response. Without this option, a wrapper around window.fetch did not.',
        { retryable: true },
      )
    const { status, headers } = response
    return { url: address, status, headers, text: await response.text() }
  }
  try {
    if (stop.signal.aborted) throw stop.signal.reason
    // A service worker, or a wrapper around fetch, may ignore the signal: the signal ends the waiting in any case.
    return await Promise.race([exchange(), rejectWhenAborted(stop.signal)])
  } catch (cause) {
    if (signal?.aborted) throw aborted(cause)
    if (sessionSignal.aborted)
      throw new RewardsError('logged_out', 'The consumer logged out during the call', { cause })
    if (isRewardsError(cause)) throw cause
    if (stalled) throw new RewardsError('timeout', `${address} did not answer in time`, { cause, retryable: true })
    const why = `${address} cannot be reached. Check the network, the option \`domain\`, and that the program allows this page's origin.`
    throw new RewardsError('network_error', why, { cause, retryable: true })
  } finally {
    clearTimeout(timer)
    sessionSignal.removeEventListener('abort', abort)
    signal?.removeEventListener('abort', abort)
  }
}

const rejectWhenAborted = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
