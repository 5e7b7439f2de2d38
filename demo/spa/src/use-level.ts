import { useSyncExternalStore } from 'react'
import { rewards } from './rewards.js'

/** The level of the consumer. Updates the component when it changes. */
export const useLevel = () => useSyncExternalStore(subscribe, () => rewards.consumer.level)

function subscribe(onChange: () => void) {
  rewards.addEventListener('consumer', onChange)
  return () => rewards.removeEventListener('consumer', onChange)
}
