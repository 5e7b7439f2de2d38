import type { Rewards } from '../../src/api.js'
import { safeDocument } from '../../src/base/safe-document.js'

/**
 * Finds out whether the consumer has been verified elsewhere: now, and each time the page becomes visible again, until `signal` aborts. Resolves
 * when the first result is known. Calls `onVerified` when the consumer is verified.
 */
export function watchVerification(rewards: Rewards, onVerified: () => void, signal: AbortSignal): Promise<unknown> {
  const page = safeDocument()
  const onVisibilityChange = () => page.visibilityState === 'visible' && rewards.recognize()
  page.addEventListener('visibilitychange', onVisibilityChange, { signal })
  rewards.addEventListener('consumer', () => rewards.consumer.level === 'verified' && onVerified(), { signal })
  // Fails only where its code cannot be loaded, which the runtime reports.
  return rewards.recognize().catch(() => {})
}
