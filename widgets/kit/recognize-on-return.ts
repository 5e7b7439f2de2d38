import { safeDocument } from '../../src/base/safe-document.js'
import type { ViewProps } from '../view.js'
import { focusZone } from './focus-zone.js'

/**
 * Finds out whether the consumer has been verified elsewhere: now, and each time the page becomes visible again, until `signal` aborts. Resolves
 * when the first result is known. Calls `onVerified` when the consumer is verified, before the zone has loaded again. The view then has no
 * controls: the zone gets the focus.
 */
export function recognizeOnReturn(
  { rewards, host }: Pick<ViewProps, 'rewards' | 'host'>,
  onVerified: () => void,
  signal: AbortSignal,
): Promise<unknown> {
  const page = safeDocument()
  const onVisibilityChange = () => page.visibilityState === 'visible' && rewards.recognize()
  page.addEventListener('visibilitychange', onVisibilityChange, { signal })
  const onConsumer = () => {
    // Another change is drawn when the zone has loaded again.
    if (rewards.consumer.level !== 'verified') return
    if (host.matches(':focus-within')) focusZone(host)
    onVerified()
  }
  rewards.addEventListener('consumer', onConsumer, { signal })
  return rewards.recognize()
}
