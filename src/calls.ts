import { asRewardsError, isAborted, type RewardsError } from './http/error.js'

/** How the runtime reports: by the promises of its calls, and by events. */
export interface Calls {
  emit(type: string, detail: unknown): void
  /** Dispatches an `error` event, once for each error, and none for an aborted call. */
  reportError(error: unknown): void
  /** Makes a public call of `run`: it starts at once, rejects with a `RewardsError`, and reports it, so that nobody has to await the promise. */
  call<A extends unknown[], T>(run: (...args: A) => Promise<T> | T): (...args: A) => Promise<T>
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

  async function runSafely<T>(run: () => Promise<T> | T): Promise<T> {
    try {
      if (fault) throw fault
      return await run()
    } catch (error) {
      throw asRewardsError(error)
    }
  }

  return {
    emit,
    reportError,
    call:
      run =>
      (...args) => {
        const result = runSafely(() => run(...args))
        result.catch(reportError)
        return result
      },
  }
}
