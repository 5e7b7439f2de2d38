import { hasLocation } from '../base/environment.js'
import { inTime } from '../base/in-time.js'
import { isPageHidden } from '../base/safe-document.js'
import { RewardsError } from '../error/error.js'
import type { Settings } from '../settings/options.js'

/** Longer than a platform needs that can be reached. Meanwhile, the call that has failed waits. */
const PROBE_MS = 5_000

type Fetch = Settings['fetch']

/**
 * Returns a `fetch` that tells an origin that the program does not allow from an unreachable platform: a browser reports the same error for both.
 * After a request without an answer, it asks the platform once for a file in the mode `no-cors`, which needs no permission. If an answer comes, the
 * request fails with `origin_not_allowed`. It never asks if the platform has answered a request with the same credentials.
 */
export function checkOrigin({ base, fetch }: Pick<Settings, 'base' | 'fetch'>): Fetch {
  const answered = new Set<RequestCredentials | undefined>()
  let reachable: Promise<boolean> | undefined

  function mayBeRefused(init: RequestInit | undefined) {
    // While a page is being left, the browser cancels requests. Offline, the one question would be wasted.
    const isCancelled = init?.signal?.aborted || isPageHidden() || globalThis.navigator?.onLine === false
    return !isCancelled && !answered.has(init?.credentials) && isCrossOrigin(base)
  }

  return async (input, init) => {
    try {
      const response = await fetch(input, init)
      answered.add(init?.credentials)
      return response
    } catch (cause) {
      if (!mayBeRefused(init)) throw cause
      reachable ??= canReach(fetch, base)
      // Meanwhile, another request may have been answered.
      throw (await reachable) && mayBeRefused(init) ? originNotAllowed(base, cause) : cause
    }
  }
}

const isCrossOrigin = (base: string) => hasLocation() && new URL(base).origin !== location.origin

/** Whether the platform answers at all. The browser's cache must not answer in its place. */
async function canReach(fetch: Fetch, base: string): Promise<boolean> {
  const init: RequestInit = { method: 'HEAD', mode: 'no-cors', credentials: 'omit', cache: 'no-store' }
  try {
    await inTime(fetch(`${base}/rewards.js`, init), PROBE_MS, () => new Error('No answer'))
    return true
  } catch {
    return false
  }
}

function originNotAllowed(base: string, cause: unknown) {
  const message = `${base} can be reached, but the browser gives its answers to no page of ${location.origin}. Allow this origin in the program. If it is allowed, a browser extension has stopped the call, or a proxy has redirected it or answered in the platform's place.`
  return new RewardsError('origin_not_allowed', message, { cause, retryable: true })
}
