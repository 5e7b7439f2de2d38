import { onAbort } from '../base/on-abort.js'
import { race } from '../base/race.js'
import type { LoadDiagnostics } from '../diagnostics/load.js'
import { aborted, asRewardsError, isAborted, RewardsError } from '../error/error.js'
import { readWait, type WaitOptions } from '../http/wait.js'

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
   * Dispatches one `error` event for each error. Writes the error to the console if no listener has read it. Does neither for an aborted call.
   */
  reportError(error: unknown): void
  /** Writes a problem to the console, also if the page listens to errors. For problems that are no failure. */
  warn(problem: RewardsError): void
  /**
   * Warns of the keys of an argument that are none of `known`: they have no effect, and the call succeeds. `call` is the name of the call in the warning.
   */
  checkKeys(call: string, given: unknown, known: string[]): void
  /**
   * Returns a public call that runs `run`. It starts at once, rejects only with a `RewardsError`, and reports each error, so the caller need
   * not await it. `name` is the name of the call in the log and in an `internal_error`. With `optionsAt`, the argument at this position may be
   * `WaitOptions`, which end the wait, but not `run`. `defaultTimeout` is the `timeout` of a caller that gives none.
   */
  call<A extends unknown[], T>(
    name: string,
    run: (...args: A) => Promise<T> | T,
    optionsAt?: number,
    defaultTimeout?: number,
  ): (...args: A) => Promise<T>
  /** For files that load later: each bundle would have its own set of checks. */
  onAbort: typeof onAbort
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
  loadDiagnostics: LoadDiagnostics
}

/** The events of the runtime (`RewardsEventMap`). */
const EVENTS = /^(consumer|destroy|error|receipt|shell|zone)$/

export function createCalls({ lifetime, fault, debug, loadDiagnostics }: CallsOptions): Calls {
  class Target extends EventTarget {
    override addEventListener(...args: Parameters<EventTarget['addEventListener']>) {
      super.addEventListener(...args)
      // The message names the event only: the diagnostics say what is wrong with it.
      if (!EVENTS.test(args[0])) warn(new RewardsError('unknown_event', args[0]))
    }
  }
  const target = new Target()
  const reported = new WeakSet<RewardsError>()
  const warned = new Set<string>()
  const currentFault = () => (lifetime.aborted ? destroyed() : fault?.())

  /** Writes a problem to the console, once. After `logged_out`, there is nothing to do. */
  async function warn(problem: RewardsError) {
    const { code, message } = problem
    const text = `${code}: ${message}`
    if (code === 'logged_out' || warned.has(text)) return
    warned.add(text)
    const line = await loadDiagnostics().then(
      ({ describeProblem }) => describeProblem(problem),
      // Most often because the network fails, or the option `domain` is wrong: that error says so. Other messages may contain secrets.
      () => `[rewards] ${code}: ${code === 'network_error' ? message : 'see docs/errors.md'}`,
    )
    // Texts that differ only in a secret have the same line.
    if (!warned.has(line)) console.warn(line)
    warned.add(line)
  }

  async function checkKeys(call: string, given: unknown, known: string[]) {
    try {
      for (const key of Object.keys(Object(given)))
        if (!known.includes(key))
          warn(new RewardsError('unknown_key', (await loadDiagnostics()).describeUnknownKey(call, key, known)))
    } catch {
      // The call itself rejects an object that cannot be read. An event has no options.
    }
  }

  function log(name: string, start: number, error?: RewardsError) {
    if (!debug) return
    const duration = performance.now() - start
    loadDiagnostics().then(({ logCall }) => logCall(name, duration, error), reportError)
  }

  function emit(type: string, detail: unknown) {
    target.dispatchEvent(new CustomEvent(type, { detail }))
  }

  function reportError(cause: unknown) {
    const error = asRewardsError(cause)
    if (isAborted(error) || reported.has(error)) return
    reported.add(error)
    let isHeard = false
    const event = new CustomEvent('error', { detail: error })
    // A browser does not say whether a target has listeners. A listener that handles the error reads it.
    Object.defineProperty(event, 'detail', {
      get() {
        isHeard = true
        return error
      },
    })
    target.dispatchEvent(event)
    if (!isHeard) warn(error)
  }

  async function runUnlessFault<T>(name: string, run: () => Promise<T> | T, options: unknown, defaultTimeout?: number) {
    try {
      const error = currentFault()
      if (error) throw error
      const { signal, timeout = defaultTimeout } = readWait(`${name}()`, options)
      if (signal?.aborted) throw aborted(signal.reason)
      // Some calls have fewer: a key that another call knows is no spelling mistake.
      checkKeys(`${name}()`, options, ['signal', 'timeout', 'widget', 'wait', 'type'])
      return await waitFor(name, run(), { signal, timeout })
    } catch (error) {
      throw asRewardsError(error, name)
    }
  }

  /** Settles as `work` does. Rejects earlier when the runtime is destroyed, when `signal` is aborted, and after `timeout`. */
  const waitFor = <T>(name: string, work: Promise<T> | T, { signal, timeout }: WaitOptions) =>
    race(work, reject => {
      const timer = timeout == null ? undefined : setTimeout(() => reject(tooLate(name, timeout)), timeout)
      const reason = () => (lifetime.aborted ? destroyed() : signal?.aborted && aborted(signal.reason))
      const stop = onAbort(reason, reject, lifetime, signal)
      return () => {
        stop()
        clearTimeout(timer)
      }
    })

  return {
    target,
    fault: currentFault,
    emit,
    reportError,
    warn,
    checkKeys,
    onAbort,
    callNow(name, run) {
      let error: RewardsError | undefined
      const start = performance.now()
      try {
        return run()
      } catch (cause) {
        error = asRewardsError(cause, name)
        throw error
      } finally {
        log(name, start, error)
      }
    },
    call:
      (name, run, optionsAt = -1, defaultTimeout) =>
      (...args) => {
        const start = performance.now()
        const result = runUnlessFault(name, () => run(...args), args[optionsAt], defaultTimeout)
        result.then(
          () => log(name, start),
          error => {
            log(name, start, error)
            reportError(error)
          },
        )
        return result
      },
  }
}

const destroyed = () => new RewardsError('aborted', 'The runtime was destroyed: create another one')

const tooLate = (name: string, timeout: number) =>
  new RewardsError('timeout', `${name}() did not finish within ${timeout} ms. What it has started goes on.`, {
    retryable: true,
  })
