import { type LoadResource, type ResourceOptions, resourceSource } from '../resource-source.js'
import { contentKey } from './content-key.js'
import { useRewards } from './rewards-context.js'
import { type Reloadable, useLoaded } from './use-loaded.js'

/**
 * Loads a resource: `useResource(rewards => rewards.profile.get())`. Loads again for another consumer, and when the value changes that
 * `dependencies` returns: `() => [code]` for a function that uses the `$state` or the prop `code`. With `{ level }`, also in the place of that function, nothing is
 * loaded below that level.
 */
export function useResource<Value>(
  load: LoadResource<Value>,
  given: (() => unknown) | ResourceOptions = {},
  options: ResourceOptions = typeof given === 'function' ? {} : given,
): Reloadable<Value> {
  const rewards = useRewards()
  const dependencies = typeof given === 'function' ? given : () => undefined
  return useLoaded(
    () => resourceSource(rewards, load, options),
    () => contentKey([dependencies()]),
  )
}
