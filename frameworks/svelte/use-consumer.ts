import type { Consumer } from '../../src/api.js'
import { consumerSource } from '../consumer-source.js'
import { follow } from './follow.js'
import { useRewards } from './rewards-context.js'

/** The consumer. Templates and effects that read `current` follow their level and scopes. On a server, the consumer is anonymous. */
export function useConsumer(): { readonly current: Consumer } {
  const read = follow(consumerSource(useRewards()))
  return {
    get current() {
      return read()
    },
  }
}
