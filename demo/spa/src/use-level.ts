import { useSyncExternalStore } from 'react'
import { rewards } from './rewards.js'

/** How well the page knows its visitor, now and whenever that changes. */
export const useLevel = () => useSyncExternalStore(subscribe, () => rewards.consumer.level)

function subscribe(changed: () => void) {
  rewards.addEventListener('consumer', changed)
  return () => rewards.removeEventListener('consumer', changed)
}
