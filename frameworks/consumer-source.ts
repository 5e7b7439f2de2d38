import type { Consumer, Rewards } from '../src/api.js'
import type { Source } from './source.js'

/** The consumer on a server, and until a page is hydrated. */
export const UNKNOWN_CONSUMER: Consumer = { level: 'anonymous', scopes: [], identity_id: null, expires_at: null }

/** The part of a runtime that says who the consumer is. */
export type ConsumerRuntime = Pick<Rewards, 'consumer' | 'addEventListener' | 'removeEventListener'>

/** The consumer of a runtime. */
export const consumerSource = (rewards: ConsumerRuntime): Source<Consumer> => ({
  get: () => rewards.consumer,
  subscribe(onChange) {
    rewards.addEventListener('consumer', onChange)
    return () => rewards.removeEventListener('consumer', onChange)
  },
})
