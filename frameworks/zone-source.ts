import type { Rewards, WidgetName, Zone } from '../src/api.js'
import { attempt } from '../src/base/attempt.js'
import { claimsIdentity } from '../src/token/consumer.js'
import { type LoadingSource, loadingSource } from './loading-source.js'

export interface ZoneSettings {
  /** Sent for targeting. */
  data?: object | undefined
  /** The widget that will draw the zone, if the component has chosen it. */
  widget?: WidgetName | undefined
}

/** The content of a zone. */
export const zoneSource = <Content>(
  rewards: Rewards,
  name: string,
  settings: ZoneSettings,
): LoadingSource<Zone<Content>> =>
  loadingSource(
    rewards,
    async signal => rewards.zone<Content>(name, settings.data, { signal, widget: settings.widget }),
    // A getter of the page may throw. This runs while a component is rendered; the load reports it.
    attempt(() => claimsIdentity({ ...settings.data })),
  )
