import type { Connection } from './connection.js'

/**
 * Calls `end` with the code of an error when the caller aborts or has aborted, when the runtime is destroyed, after `timeout` milliseconds, and
 * when the consumer leaves. Returns a function that ends this.
 */
export function onEnd(
  { lifetime, token, calls }: Connection,
  signal: AbortSignal | undefined,
  timeout: number,
  end: (code: string) => void,
): () => void {
  const session = token.login().signal
  const timer = setTimeout(end, timeout, 'timeout')
  const check = () => {
    if (signal?.aborted || lifetime.aborted) end('aborted')
    else if (session.aborted) end('logged_out')
  }
  const stop = calls.onAbort(check, session, signal)
  return () => {
    stop()
    clearTimeout(timer)
  }
}
