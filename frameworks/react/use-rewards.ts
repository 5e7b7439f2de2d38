import { useContext } from 'react'
import type { Rewards } from '../../src/api.js'
import { RewardsError } from '../../src/index.js'
import { RewardsContext } from './rewards-context.js'

/**
 * The runtime of the nearest `<RewardsProvider>`. On a server, its calls reject with `browser_only`: make them in effects and event handlers.
 * Throws `invalid_argument` without a provider.
 */
export function useRewards(): Rewards {
  const rewards = useContext(RewardsContext)
  if (!rewards)
    throw new RewardsError('invalid_argument', 'This component needs a <RewardsProvider> above it, with its `options`')
  return rewards
}
