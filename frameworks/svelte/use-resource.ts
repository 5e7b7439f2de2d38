import { type LoadResource, resourceSource } from '../resource-source.js'
import { contentKey } from './content-key.js'
import { useRewards } from './rewards-context.js'
import { type Reloadable, useLoaded } from './use-loaded.js'

/**
 * Loads a resource: `useResource(rewards => rewards.profile.get())`. Loads again for another consumer, and when the value changes that
 * `dependencies` returns: `() => [code]` for a function that uses the `$state` or the prop `code`.
 */
export function useResource<Value>(
  load: LoadResource<Value>,
  dependencies: () => unknown = () => undefined,
): Reloadable<Value> {
  const rewards = useRewards()
  return useLoaded(
    () => resourceSource(rewards, load),
    () => contentKey([dependencies()]),
  )
}
