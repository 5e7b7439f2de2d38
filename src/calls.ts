import { asRewardsError, isAborted, type RewardsError } from './http/error.js'

/** The public calls and their errors. */
export interface Calls {
  emit(type: string, detail: unknown): void
  /** Dispatches one `error` event for each error. Dispatches none for an aborted call. */
  reportError(error: unknown): void
  /**
   * Returns a public call that runs `run`. It starts at once, rejects only with a `RewardsError`, and reports each error, so the caller need
   * not await it. `name` is the name of the call in an `internal_error`.
   */
  call<A extends unknown[], T>(name: string, run: (...args: A) => Promise<T> | T): (...args: A) => Promise<T>
  /** Runs a public call that is not asynchronous. Throws only a `RewardsError`. */
  callNow<T>(name: string, run: () => T): T
}

/** With a `fault`, the error of a wrong option, every call rejects with it. */
export function createCalls(target: EventTarget, fault: RewardsError | undefined): Calls {
  const reported = new WeakSet<RewardsError>()

  function emit(type: string, detail: unknown) {
    target.dispatchEvent(new CustomEvent(type, { detail }))
  }

  function reportError(cause: unknown) {
    const error = asRewardsError(cause)
    if (isAborted(error) || reported.has(error)) return
    reported.add(error)
    emit('error', error)
  }

  async function runUnlessFault<T>(name: string, run: () => Promise<T> | T): Promise<T> {
    try {
      if (fault) throw fault
      return await run()
    } catch (error) {
      throw asRewardsError(error, name)
    }
  }

  return {
    emit,
    reportError,
    callNow,
    call:
      (name, run) =>
      (...args) => {
        const result = runUnlessFault(name, () => run(...args))
        result.catch(reportError)
        return result
      },
  }
}

function callNow<T>(name: string, run: () => T): T {
  try {
    return run()
  } catch (error) {
    throw asRewardsError(error, name)
  }
}
