import { readWait, type WaitOptions } from '../http/wait.js'
import type { Connection } from './connection.js'

/** Options of watches, of transfers, and of `parameters` calls that wait. */
const OPTIONS = ['signal', 'timeout', 'wait', 'type', 'onProgress', 'mimeTypes', 'maxBytes']

/**
 * Calls `end` with the code of an error when the caller aborts or has aborted, when the runtime is destroyed, after the `timeout` of the options or
 * `longest` milliseconds, and when the consumer leaves. Returns a function that ends this. Throws `invalid_argument` for options that cannot be read.
 */
export function onEnd(
  { lifetime, token, calls }: Connection,
  options: WaitOptions,
  longest: number,
  end: (code: string) => void,
): () => void {
  const { signal, timeout = longest } = readWait('This call', options)
  calls.checkKeys('This call', options, OPTIONS)
  const session = token.login().signal
  const timer = setTimeout(end, timeout, 'timeout')
  const reason = () => (signal?.aborted || lifetime.aborted ? 'aborted' : session.aborted && 'logged_out')
  const stop = calls.onAbort(reason, end, session, signal)
  return () => {
    stop()
    clearTimeout(timer)
  }
}
