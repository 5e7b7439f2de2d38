import type { Rewards } from '../src/api.js'
import { safeDocument } from '../src/safe-document.js'

/** The page's runtime, once there is one. */
export const pageRuntime = () => (globalThis as { [key: symbol]: Rewards | undefined })[Symbol.for('rewards')]

/**
 * Resolves with the runtime to ask: `own`, or the page's, which is the first one created. Waits for it, unless `signal` ends the waiting;
 * and for the end of this task in any case: what has been drawn, and what is asked for now, would be too much for one on a slow device.
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
