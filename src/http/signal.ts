import { invalidType, readArguments } from './error.js'

/** Reads the `signal` of a call's options. `call` is the name of the call in the message. Throws `invalid_argument`. */
export const readSignal = (call: string, options: unknown): AbortSignal | undefined =>
  readArguments(call, () => {
    const { signal } = Object(options)
    if (signal && typeof signal.addEventListener !== 'function')
      throw invalidType(`${call} needs an AbortSignal as options.signal`, signal)
    return signal
  })
