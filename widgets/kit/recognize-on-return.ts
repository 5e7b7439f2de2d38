import type { ViewProps } from '../view.js'
import { focusZone } from './focus-zone.js'
import { watchVerification } from './watch-verification.js'

/**
 * Finds out whether the consumer has been verified elsewhere, until `signal` aborts. Resolves when the first result is known. Calls `onVerified` when
 * the consumer is verified, before the zone has loaded again. The view then has no controls: the zone gets the focus.
 */
export const recognizeOnReturn = (
  { rewards, host }: Pick<ViewProps, 'rewards' | 'host'>,
  onVerified: () => void,
  signal: AbortSignal,
): Promise<unknown> =>
  watchVerification(
    rewards,
    () => {
      if (host.matches(':focus-within')) focusZone(host)
      onVerified()
    },
    signal,
  )
