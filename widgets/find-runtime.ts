import type { Rewards } from '../src/api.js'
import { safeDocument } from '../src/safe-document.js'

/** The page's runtime: the first one that was created. */
export const pageRuntime = () => (globalThis as { [key: symbol]: Rewards | undefined })[Symbol.for('rewards')]

/**
 * Resolves with the runtime of a zone: `own`, or the page's as soon as there is one. Does not resolve if `signal` aborts before. Resolves in
 * a new task: rendering the skeleton and starting the request in one task would block a slow device for too long.
 */
export function findRuntime(own: Rewards | undefined, signal: AbortSignal): Promise<Rewards> {
  return new Promise(resolve => {
    const look = () => {
      const runtime = own ?? pageRuntime()
      if (runtime) setTimeout(resolve, 0, runtime)
    }
    safeDocument().addEventListener('rewards:ready', look, { signal })
    look()
  })
}
