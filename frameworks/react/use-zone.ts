import { useMemo } from 'react'
import type { Zone } from '../../src/api.js'
import { toJson } from '../../widgets/page-values.js'
import { type ZoneSettings, zoneSource } from '../zone-source.js'
import { useRewards } from './use-rewards.js'
import { type Reloadable, useSource } from './use-source.js'

/**
 * The content of a zone, for a component that draws it itself. `name` is the zone's name in the program; `data` is used for targeting. Loads
 * again for another name, other data or another consumer. `Content` is the type of the content. It is not checked at run time.
 */
export function useZone<Content = unknown>(name: string, settings: ZoneSettings = {}): Reloadable<Zone<Content>> {
  const rewards = useRewards()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new object with the same settings must not load the zone again.
  const source = useMemo(() => zoneSource<Content>(rewards, name, settings), [rewards, name, toJson([settings])])
  return useSource(source)
}
