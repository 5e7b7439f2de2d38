import type { Rewards, WidgetName, Zone } from '../src/api.js'
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
  { data, widget }: ZoneSettings,
): LoadingSource<Zone<Content>> =>
  loadingSource(rewards, signal => rewards.zone<Content>(name, data, { signal, widget }), mayIdentify(data))

/** A getter of the page may throw. This runs while a component is rendered; the call to the platform reports it. */
function mayIdentify(data: object | undefined): boolean {
  try {
    return claimsIdentity({ ...data })
  } catch {
    return false
  }
}
