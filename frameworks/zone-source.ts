import type { Rewards, WidgetName, Zone } from '../src/api.js'
import { attempt } from '../src/base/attempt.js'
import { claimsIdentity } from '../src/token/consumer.js'
import { type LoadingSource, loadingSource } from './loading-source.js'
import { reportUnknown } from './report-unknown.js'

export interface ZoneSettings {
  /** Sent for targeting. */
  data?: object | undefined
  /** The widget that will draw the zone, if the component has chosen it. */
  widget?: WidgetName | undefined
}

/** As the element does. The page's runtime may be of another version, without `report`. */
const reportEmpty = (rewards: Rewards, name: string) =>
  rewards.report?.(
    'no_creative',
    `Zone "${name}" has no content for this consumer. Check its name, and that it is live`,
  )

/** The content of a zone. If there is none, a warning names the zone. */
export const zoneSource = <Content>(
  rewards: Rewards,
  name: string,
  settings: ZoneSettings,
): LoadingSource<Zone<Content>> =>
  loadingSource(
    rewards,
    async signal => {
      reportUnknown(rewards, 'useZone()', Object.keys(settings), ['data', 'widget'])
      const zone = await rewards.zone<Content>(name, settings.data, { signal, widget: settings.widget })
      if (zone.data === null && !zone.html) reportEmpty(rewards, name)
      return zone
    },
    // A getter of the page may throw. This runs while a component is rendered; the load reports it.
    attempt(() => claimsIdentity({ ...settings.data })),
  )
