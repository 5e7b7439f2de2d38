import { invalidType, readArguments } from '../error/error.js'

/** A longer timer would fire at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1

/** How long a caller waits for a call. What the call has started goes on. */
export interface WaitOptions {
  /** Ends the wait when it is aborted: the call rejects with `aborted`. */
  signal?: AbortSignal | undefined
  /** Ends the wait after this many milliseconds: the call rejects with `timeout`. */
  timeout?: number | undefined
}

/** Reads the `signal` and the `timeout` of a call's options. `call` is the name of the call in the message. Throws `invalid_argument`. */
export const readWait = (call: string, options: unknown): WaitOptions =>
  readArguments(call, () => {
    const { signal, timeout } = Object(options)
    if (signal && typeof signal.addEventListener !== 'function')
      throw invalidType(`${call} needs an AbortSignal as options.signal`, signal)
    if (timeout === undefined) return { signal }
    if (typeof timeout !== 'number' || !(timeout >= 0))
      throw invalidType(`${call} needs a number of at least 0 as options.timeout`, timeout)
    return { signal, timeout: Math.min(timeout, LONGEST_TIMER_MS) }
  })
