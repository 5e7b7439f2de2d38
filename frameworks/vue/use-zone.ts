import { type MaybeRefOrGetter, toValue } from 'vue'
import type { Zone } from '../../src/api.js'
import { toJson } from '../../widgets/page-values.js'
import { type ZoneSettings, zoneSource } from '../zone-source.js'
import { type Reloadable, useLoaded } from './use-loaded.js'
import { useRewards } from './use-rewards.js'

/**
 * The content of a zone, for a component that draws it itself. `name` is the zone's name in the program; `data` is used for targeting. Both
 * may be refs or getters: the zone is loaded again for another name, other data or another consumer. `Content` is the type of the content. It is
 * not checked at run time.
 */
export function useZone<Content = unknown>(
  name: MaybeRefOrGetter<string>,
  settings: MaybeRefOrGetter<ZoneSettings> = {},
): Reloadable<Zone<Content>> {
  const rewards = useRewards()
  return useLoaded(
    () => zoneSource<Content>(rewards, toValue(name), toValue(settings)),
    // As text: a new object with the same data must not load the zone again.
    () => toJson([toValue(name), toValue(settings)]),
  )
}
