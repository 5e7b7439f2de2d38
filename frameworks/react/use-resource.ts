import { type DependencyList, useMemo } from 'react'
import { isResourceOptions, type LoadResource, type ResourceOptions, resourceSource } from '../resource-source.js'
import { useRewards } from './use-rewards.js'
import { type Reloadable, useSource } from './use-source.js'

/**
 * Loads a resource: `useResource(rewards => rewards.profile.get())`. Loads again for another consumer, and when one of `dependencies` changes:
 * list everything that the function uses, as in `useEffect`. With `{ level }`, also in the place of the dependencies, nothing is loaded below that level.
 */
export function useResource<Value>(
  load: LoadResource<Value>,
  given: DependencyList | ResourceOptions = [],
  options: ResourceOptions = isResourceOptions(given) ? given : {},
): Reloadable<Value> {
  const rewards = useRewards()
  const { level } = options
  const dependencies = Array.isArray(given) ? given : []
  // biome-ignore lint/correctness/useExhaustiveDependencies: the caller lists what the function uses.
  const source = useMemo(() => resourceSource(rewards, load, options), [rewards, level, ...dependencies])
  return useSource(source)
}
