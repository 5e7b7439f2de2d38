import type { Rewards } from '../src/api.js'
import { safeDocument } from '../src/base/safe-document.js'
import { type Reports, withReports } from './with-reports.js'

/** A page creates its runtime at once. After this time, a zone without one says so. */
const PATIENCE_MS = 5_000

/** The page's runtime: the first one that was created. */
export const firstRuntime = () => (globalThis as { [key: symbol]: Rewards | undefined })[Symbol.for('rewards')]

/**
 * Resolves with the runtime of a zone: `own`, or the page's as soon as there is one. Does not resolve if `signal` aborts before. Resolves in
 * a new task: rendering the skeleton and starting the request in one task would block a slow device for too long.
 */
export function findRuntime(own: Rewards | undefined, signal: AbortSignal): Promise<Rewards> {
  return new Promise(resolve => {
    const timer = setTimeout(withReports, PATIENCE_MS, warn)
    const stop = () => clearTimeout(timer)
    const look = () => {
      const runtime = own ?? firstRuntime()
      if (!runtime) return
      stop()
      setTimeout(resolve, 0, runtime)
    }
    safeDocument().addEventListener('rewards:ready', look, { signal })
    signal.addEventListener('abort', stop)
    look()
  })
}

const warn = ({ warnWithoutRuntime }: Reports) => warnWithoutRuntime()
