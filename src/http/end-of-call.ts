import { onAbort } from '../base/on-abort.js'
import { race } from '../base/race.js'
import { aborted, loggedOut, type RewardsError } from '../error/error.js'

/** What ends a call. */
interface EndingCall {
  /** Aborts when the caller no longer needs the answer. */
  signal?: AbortSignal | undefined
  /** Aborts when the consumer logs out, or another person takes their place. */
  sessionSignal?: AbortSignal | undefined
}

/** Why a call ends: it was aborted, or its consumer has logged out. */
export function reasonToEnd({ signal, sessionSignal }: EndingCall): RewardsError | undefined {
  if (signal?.aborted) return aborted(signal.reason)
  return sessionSignal?.aborted ? loggedOut() : undefined
}

/** Settles as `work` does, or rejects as soon as the call ends. */
export const untilEnd = <T>(work: Promise<T>, call: EndingCall): Promise<T> =>
  race(work, reject => onAbort(() => reasonToEnd(call), reject, call.sessionSignal, call.signal))
