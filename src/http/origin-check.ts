import { isPageHidden } from '../base/safe-document.js'
import type { Blocked } from '../diagnostics/explain-blocked.js'
import type { LoadDiagnostics } from '../diagnostics/load.js'
import { RewardsError } from '../error/error.js'
import type { Settings } from '../settings/options.js'

/**
 * Returns a `fetch` that tells an origin that the program does not allow, and a content blocker, from an unreachable platform: a browser reports
 * the same error for all. After a request without an answer, it asks once whether the platform can be reached at all. If so, the request fails
 * with `origin_not_allowed` or `request_blocked`. It never asks if the platform has answered a request with the same credentials.
 */
export function checkOrigin(
  { base, fetch }: Pick<Settings, 'base' | 'fetch'>,
  load: LoadDiagnostics,
): Settings['fetch'] {
  const answered = new Set<RequestCredentials | undefined>()
  /** Why no answer comes, if the platform can be reached. */
  let explanation: Promise<Blocked | undefined> | undefined

  function mayBeRefused(init: RequestInit | undefined) {
    // While a page is being left, the browser cancels requests. Offline, the one question would be wasted.
    const isCancelled = init?.signal?.aborted || isPageHidden() || globalThis.navigator?.onLine === false
    return !isCancelled && !answered.has(init?.credentials)
  }

  return async (input, init) => {
    try {
      const response = await fetch(input, init)
      answered.add(init?.credentials)
      return response
    } catch (cause) {
      if (!mayBeRefused(init)) throw cause
      explanation ??= load()
        .then(({ explainBlocked }) => explainBlocked(base, `${input}`, fetch))
        .catch(() => undefined)
      const blocked = await explanation
      // Meanwhile, another request may have been answered.
      if (!blocked || !mayBeRefused(init)) throw cause
      throw new RewardsError(blocked.code, blocked.message, { cause, retryable: true })
    }
  }
}
