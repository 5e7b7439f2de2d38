import { asRewardsError, isAborted, type RewardsError } from './http/error.js'

/** How the runtime reports: by the promises of its calls, and by events. */
export interface Calls {
  emit(type: string, detail: unknown): void
  /** Dispatches an `error` event, once for each error, and none for an aborted call. */
  reportError(error: unknown): void
  /**
   * Makes a public call of `run`: it starts at once, rejects with a `RewardsError`, and reports it, so that nobody has to await the promise.
   * `name` is the name of the call in an `internal_error`.
   */
  call<A extends unknown[], T>(name: string, run: (...args: A) => Promise<T> | T): (...args: A) => Promise<T>
  /** Runs a public call that is not asynchronous: it throws a `RewardsError`. */
  callNow<T>(name: string, run: () => T): T
}

/** With a `fault`, which a wrong option has caused, every call rejects with it. */
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

  async function runSafely<T>(name: string, run: () => Promise<T> | T): Promise<T> {
    try {
      if (fault) throw fault
      return await run()
    } catch (error) {
      throw asRewardsError(error, name)
    }
  }

  function callNow<T>(name: string, run: () => T): T {
    try {
      return run()
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
        const result = runSafely(name, () => run(...args))
        result.catch(reportError)
        return result
      },
  }
}
