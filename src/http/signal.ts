import { describeGiven, invalid, readArguments } from './error.js'

/** The `signal` of a call's options. Throws `invalid_argument`; `call` begins its message. */
export const readSignal = (call: string, options: unknown): AbortSignal | undefined =>
  readArguments(call, () => {
    const { signal } = Object(options)
    if (signal && typeof signal.addEventListener !== 'function')
      throw invalid(`${call} needs an AbortSignal as options.signal; got ${describeGiven(signal)}`)
    return signal
  })
