import type { Rewards } from '../../src/api.js'
import { safeDocument } from '../../src/safe-document.js'

/**
 * Has the page find out who the consumer is by now, who may have proved it elsewhere: at once, and each time they come back, until `signal`
 * aborts. Resolves when it has first been found out; a change is told by the runtime's `consumer` event.
 */
export function recognition(rewards: Rewards, { signal }: AbortController): Promise<unknown> {
  const page = safeDocument()
  page.addEventListener('visibilitychange', () => page.visibilityState === 'visible' && rewards.recognize(), {
    signal,
  })
  return rewards.recognize()
}
