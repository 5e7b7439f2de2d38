import { aborted, RewardsError } from './error.js'

/** Longer than the slowest answer that is still of use; a stalled request must not hold up what waits behind it. */
const TIMEOUT_MS = 30_000

export interface Message {
  url: string
  method: string
  headers: Record<string, string>
  body?: string | URLSearchParams
  credentials: RequestCredentials
  keepalive?: boolean
  signal?: AbortSignal
  /** Ends every call at once, when the consumer logs out. */
  life: AbortSignal
}

/** An answer that arrived whole. `text` is its body, unread. */
export interface Answer {
  status: number
  headers: Headers
  text: string
}

/** One HTTP exchange, and nothing but that. Throws `network_error`, `timeout`, `aborted` or `logged_out`; every status is an answer. */
export async function send(fetch: typeof globalThis.fetch, message: Message): Promise<Answer> {
  const { url, signal, life, ...init } = message
  const stop = new AbortController()
  // AbortSignal.any and AbortSignal.timeout are younger than the browser floor.
  const abort = () => stop.abort()
  let stalled = false
  const timer = setTimeout(() => {
    stalled = true
    abort()
  }, TIMEOUT_MS)
  life.addEventListener('abort', abort)
  signal?.addEventListener('abort', abort)
  if (signal?.aborted || life.aborted) abort()
  try {
    const response = await fetch(url, { ...init, redirect: 'error', signal: stop.signal })
    return { status: response.status, headers: response.headers, text: await response.text() }
  } catch (cause) {
    if (signal?.aborted) throw aborted(cause)
    if (life.aborted) throw new RewardsError('logged_out', 'Logged out', { cause })
    if (stalled) throw new RewardsError('timeout', 'No answer', { cause, retryable: true })
    throw new RewardsError('network_error', 'out of reach', { cause, retryable: true })
  } finally {
    clearTimeout(timer)
    life.removeEventListener('abort', abort)
    signal?.removeEventListener('abort', abort)
  }
}
