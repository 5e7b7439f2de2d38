import { onScopeDispose, type ShallowRef, shallowRef } from 'vue'
import type { Consumer } from '../../src/api.js'
import { consumerSource, UNKNOWN_CONSUMER } from '../consumer-source.js'
import { isHydrating } from './is-hydrating.js'
import { useRewards } from './use-rewards.js'
import { whenMounted } from './when-mounted.js'

/** The consumer. The ref changes with their level or scopes. On a server, and until the component is hydrated, the consumer is anonymous. */
export function useConsumer(): Readonly<ShallowRef<Consumer>> {
  const { get, subscribe } = consumerSource(useRewards())
  const consumer = shallowRef(isHydrating() ? UNKNOWN_CONSUMER : get())
  const update = () => {
    consumer.value = get()
  }
  let unsubscribe = () => {}
  whenMounted(() => {
    update()
    unsubscribe = subscribe(update)
  })
  onScopeDispose(() => unsubscribe())
  return consumer
}
