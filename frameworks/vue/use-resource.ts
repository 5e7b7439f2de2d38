import { isProxy, isRef, type WatchSource } from 'vue'
import { isResourceOptions, type LoadResource, type ResourceOptions, resourceSource } from '../resource-source.js'
import { type Reloadable, useLoaded } from './use-loaded.js'
import { useRewards } from './use-rewards.js'

/**
 * Loads a resource: `useResource(rewards => rewards.profile.get())`. Loads again for another consumer, and when one of `dependencies` changes:
 * list every ref that the function uses, as in `watch`. With `{ level }`, also in the place of the dependencies, nothing is loaded below that level.
 */
export function useResource<Value>(
  load: LoadResource<Value>,
  given: WatchSource | WatchSource[] | ResourceOptions = [],
  options: ResourceOptions = isOptions(given) ? given : {},
): Reloadable<Value> {
  const rewards = useRewards()
  return useLoaded(() => resourceSource(rewards, load, options), isOptions(given) ? [] : given)
}

/** `watch` also follows a ref and a reactive object. */
const isOptions = (given: WatchSource | WatchSource[] | ResourceOptions): given is ResourceOptions =>
  isResourceOptions(given) && !isRef(given) && !isProxy(given)
