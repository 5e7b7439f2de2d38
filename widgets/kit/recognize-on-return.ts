import type { Rewards } from '../../src/api.js'
import { safeDocument } from '../../src/base/safe-document.js'

/**
 * Finds out whether the consumer has been verified elsewhere: now, and each time the page becomes visible again, until `signal` aborts. Resolves
 * when the first result is known. The runtime dispatches a `consumer` event for any change.
 */
export function recognizeOnReturn(rewards: Rewards, signal: AbortSignal): Promise<unknown> {
  const page = safeDocument()
  const onVisibilityChange = () => page.visibilityState === 'visible' && rewards.recognize()
  page.addEventListener('visibilitychange', onVisibilityChange, { signal })
  return rewards.recognize()
}
