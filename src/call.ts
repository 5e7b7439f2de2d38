import { asRewardsError, isAborted, type RewardsError } from './http/error.js'

/** How the runtime speaks: in what its calls answer, and in events. */
export interface Calls {
  emit(type: string, detail: unknown): void
  /** Tells an error to the `error` listeners, once. An aborted call is nobody's news. */
  tell(error: unknown): void
  /** Makes `run` a call: it starts at once, always settles, and is told when it fails, so that nobody has to await it. */
  call<A extends unknown[], T>(run: (...args: A) => Promise<T> | T): (...args: A) => Promise<T>
}

/** With a `fault` every call rejects with it. */
export function createCalls(target: EventTarget, fault: RewardsError | undefined): Calls {
  const told = new WeakSet<RewardsError>()
  const emit = (type: string, detail: unknown) => {
    target.dispatchEvent(new CustomEvent(type, { detail }))
  }
  const tell = (cause: unknown) => {
    const error = asRewardsError(cause)
    if (isAborted(error) || told.has(error)) return
    told.add(error)
    emit('error', error)
  }
  return {
    emit,
    tell,
    call:
      run =>
      (...args) => {
        const result = (async () => {
          try {
            if (fault) throw fault
            return await run(...args)
          } catch (error) {
            throw asRewardsError(error)
          }
        })()
        result.catch(tell)
        return result
      },
  }
}
