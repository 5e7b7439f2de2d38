import { inTime } from '../base/in-time.js'

/** Longer than a platform needs that can be reached. Meanwhile, the call that has failed waits. */
const PROBE_MS = 5_000

/**
 * Explains a request that has no answer, if the platform can be reached: it is asked for a file in the mode `no-cors`, which needs no permission. The
 * browser's cache must not answer in its place. Resolves with undefined if no answer comes.
 */
export async function explainBlocked(base: string, fetch: typeof globalThis.fetch): Promise<string | undefined> {
  const init: RequestInit = { method: 'HEAD', mode: 'no-cors', credentials: 'omit', cache: 'no-store' }
  try {
    await inTime(fetch(`${base}/rewards.js`, init), PROBE_MS, () => new Error('No answer'))
  } catch {
    return undefined
  }
  return `${base} can be reached, but the browser gives its answers to no page of ${location.origin}. Allow this origin in the program. If it is allowed, a browser extension has stopped the call, or a proxy has redirected it or answered in the platform's place.`
}
