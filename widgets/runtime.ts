import type { Rewards } from '../src/index.js'

/** Resolves with the page's runtime: the first one created. Waits for it, unless `signal` ends the waiting. */
export function pageRuntime(signal: AbortSignal): Promise<Rewards> {
  return new Promise(resolve => {
    const look = () => {
      const runtime = (globalThis as { [key: symbol]: unknown })[Symbol.for('rewards')]
      if (runtime) resolve(runtime as Rewards)
    }
    document.addEventListener('rewards:ready', look, { signal })
    look()
  })
}
