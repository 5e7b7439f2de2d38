import { inject } from 'vue'
import type { Rewards } from '../../src/api.js'
import { RewardsError } from '../../src/index.js'
import { rewardsKey } from './rewards-plugin.js'

/**
 * The runtime of the app. On a server, its calls reject with `browser_only`: make them in `onMounted` and in event handlers. Throws
 * `invalid_argument` without `rewardsPlugin`.
 */
export function useRewards(): Rewards {
  const rewards = inject(rewardsKey, undefined)
  if (!rewards)
    throw new RewardsError('invalid_argument', 'This component needs `app.use(rewardsPlugin, { domain })` in its app')
  return rewards
}
