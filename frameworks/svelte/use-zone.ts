import type { Zone } from '../../src/api.js'
import { toJson } from '../../widgets/page-values.js'
import { type ZoneSettings, zoneSource } from '../zone-source.js'
import { useRewards } from './rewards-context.js'
import { type Reloadable, useLoaded } from './use-loaded.js'

/** A value, or a function that returns it: `() => name` follows a `$state` or a prop. */
type MaybeGetter<Value> = Value | (() => Value)

/**
 * The content of a zone, for a component that draws it itself. `name` is the zone's name in the program; `data` is used for targeting. With
 * functions that return them, the zone is loaded again for another name or other data; it always is for another consumer. `Content` is the type of
 * the content. It is not checked at run time.
 */
export function useZone<Content = unknown>(
  name: MaybeGetter<string>,
  settings: MaybeGetter<ZoneSettings> = {},
): Reloadable<Zone<Content>> {
  const rewards = useRewards()
  const readName = () => (typeof name === 'function' ? name() : name)
  const readSettings = () => (typeof settings === 'function' ? settings() : settings)
  return useLoaded(
    () => zoneSource<Content>(rewards, readName(), readSettings()),
    () => toJson([readName(), readSettings()]),
  )
}
