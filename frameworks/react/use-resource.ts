import { type DependencyList, useMemo } from 'react'
import { type LoadResource, resourceSource } from '../resource-source.js'
import { useRewards } from './use-rewards.js'
import { type Reloadable, useSource } from './use-source.js'

/**
 * Loads a resource: `useResource(rewards => rewards.profile.get())`. Loads again for another consumer, and when one of `dependencies` changes:
 * list everything that the function uses, as in `useEffect`.
 */
export function useResource<Value>(load: LoadResource<Value>, dependencies: DependencyList = []): Reloadable<Value> {
  const rewards = useRewards()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the caller lists what the function uses.
  const source = useMemo(() => resourceSource(rewards, load), [rewards, ...dependencies])
  return useSource(source)
}
