import { inject } from 'vue'
import type { Rewards } from '../../src/api.js'
import { RewardsError } from '../../src/index.js'
import { refuseQueue } from '../page-runtime.js'
import { rewardsKey } from './rewards-plugin.js'

/** The runtime of the app, if it has one. Throws `invalid_argument` for the queue of the script tag. */
export function findRewards(): Rewards | undefined {
  const rewards = inject(rewardsKey, undefined)
  refuseQueue(rewards)
  return rewards
}

/**
 * The runtime of the app. On a server, its calls reject with `browser_only`: make them in `onMounted` and in event handlers. Throws
 * `invalid_argument` without `rewardsPlugin`.
 */
export function useRewards(): Rewards {
  const rewards = findRewards()
  if (!rewards)
    throw new RewardsError('invalid_argument', 'This component needs `app.use(rewardsPlugin, { domain })` in its app')
  return rewards
}
