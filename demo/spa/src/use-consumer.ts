import { useSyncExternalStore } from 'react'
import type { Consumer } from 'rewards-web-sdk'
import { rewards } from './rewards.js'

/** Who the page knows, now and whenever that changes. */
export const useConsumer = (): Consumer => useSyncExternalStore(subscribe, () => rewards.consumer)

function subscribe(changed: () => void) {
  rewards.addEventListener('consumer', changed)
  return () => rewards.removeEventListener('consumer', changed)
}
