import type { WatchSource } from 'vue'
import { type LoadResource, resourceSource } from '../resource-source.js'
import { type Reloadable, useLoaded } from './use-loaded.js'
import { useRewards } from './use-rewards.js'

/**
 * Loads a resource: `useResource(rewards => rewards.profile.get())`. Loads again for another consumer, and when one of `dependencies` changes:
 * list every ref that the function uses, as in `watch`.
 */
export function useResource<Value>(
  load: LoadResource<Value>,
  dependencies: WatchSource | WatchSource[] = [],
): Reloadable<Value> {
  const rewards = useRewards()
  return useLoaded(() => resourceSource(rewards, load), dependencies)
}
