import { createWarnings, logCall } from './console.js'
import { asRewardsError, isAborted, RewardsError } from './http/error.js'
import { createRuntimeTarget } from './runtime-target.js'

/** Makes the error with which every call rejects: an option is wrong, there is no page, or the runtime was destroyed. */
export type Fault = () => RewardsError

/** The public calls and their errors. */
export interface Calls {
  /** Dispatches the events of the runtime. */
  target: EventTarget
  /** The error with which every call rejects. Undefined if calls work. */
  fault(): RewardsError | undefined
  emit(type: string, detail: unknown): void
  /**
   * Dispatches one `error` event for each error, or writes it to the console if the page does not listen. Does neither for an aborted call.
   */
  reportError(error: unknown): void
  /** Writes a problem to the console, also if the page listens to errors. For problems that are no failure. */
  warn(problem: RewardsError): void
  /**
   * Returns a public call that runs `run`. It starts at once, rejects only with a `RewardsError`, and reports each error, so the caller need
   * not await it. `name` is the name of the call in the log and in an `internal_error`.
   */
  call<A extends unknown[], T>(name: string, run: (...args: A) => Promise<T> | T): (...args: A) => Promise<T>
  /** Runs a public call that is not asynchronous. Throws only a `RewardsError`. */
  callNow<T>(name: string, run: () => T): T
}

export interface CallsOptions {
  /** When it aborts, every call rejects with `aborted`. */
  lifetime: AbortSignal
  /** Every call rejects with it. */
  fault?: Fault | undefined
  /** Writes each call with its duration to the console. */
  debug?: boolean | undefined
}

export function createCalls({ lifetime, fault, debug }: CallsOptions): Calls {
  const { target, hasErrorListener } = createRuntimeTarget()
  const reported = new WeakSet<RewardsError>()
  const warn = createWarnings()
  /** Ends each call under way. One listener for all of them: a signal compares each new listener with those that it has. */
  const ends = new Set<() => void>()
  lifetime.addEventListener('abort', () => {
    for (const end of ends) end()
  })
  const currentFault = () => (lifetime.aborted ? destroyed() : fault?.())

  function emit(type: string, detail: unknown) {
    target.dispatchEvent(new CustomEvent(type, { detail }))
  }

  function reportError(cause: unknown) {
    const error = asRewardsError(cause)
    if (isAborted(error) || reported.has(error)) return
    reported.add(error)
    // First: a listener that is called only once is gone after the event.
    if (!hasErrorListener()) warn(error)
    emit('error', error)
  }

  async function runUnlessFault<T>(name: string, run: () => Promise<T> | T): Promise<T> {
    try {
      const error = currentFault()
      if (error) throw error
      return await run()
    } catch (error) {
      throw asRewardsError(error, name)
    }
  }

  function logResult(name: string, result: Promise<unknown>) {
    const start = performance.now()
    result.then(
      () => logCall(name, start),
      error => logCall(name, start, error),
    )
  }

  /** Settles as `work` does, or rejects when the runtime is destroyed. */
  function endWithRuntime<T>(work: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const end = () => reject(destroyed())
      ends.add(end)
      work.then(resolve, reject).finally(() => ends.delete(end))
    })
  }

  return {
    target,
    fault: currentFault,
    emit,
    reportError,
    warn,
    callNow(name, run) {
      const start = performance.now()
      try {
        const result = run()
        if (debug) logCall(name, start)
        return result
      } catch (cause) {
        const error = asRewardsError(cause, name)
        if (debug) logCall(name, start, error)
        throw error
      }
    },
    call:
      (name, run) =>
      (...args) => {
        const result = endWithRuntime(runUnlessFault(name, () => run(...args)))
        if (debug) logResult(name, result)
        result.catch(reportError)
        return result
      },
  }
}

const destroyed = () => new RewardsError('aborted', 'The runtime was destroyed: create another one')
