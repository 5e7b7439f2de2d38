import { useMemo, useSyncExternalStore } from 'react'
import type { Consumer } from '../../src/api.js'
import { consumerSource, UNKNOWN_CONSUMER } from '../consumer-source.js'
import { useRewards } from './use-rewards.js'

/** The consumer. Renders the component again when their level or scopes change. On a server, the consumer is anonymous. */
export function useConsumer(): Consumer {
  const rewards = useRewards()
  const { get, subscribe } = useMemo(() => consumerSource(rewards), [rewards])
  return useSyncExternalStore(subscribe, get, atServer)
}

const atServer = () => UNKNOWN_CONSUMER
