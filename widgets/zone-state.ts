import type { Data, Rewards, RewardsError, Zone } from '../src/api.js'
import type { ViewModule } from './view.js'

/** What a zone shows. */
export type ZoneState = StateWithoutContent | ReadyState

interface StateWithoutContent {
  /** `slot`: the content belongs to the page, and the element shows its own children. */
  status: 'loading' | 'empty' | 'failed' | 'slot'
  /** The height to reserve while the zone is loading, as CSS. */
  height?: string | undefined
  /** Why loading or rendering has failed. */
  error?: RewardsError
  /** As in `ReadyState`. A state without content looks the same with it. */
  hasLoadFailed?: boolean | undefined
}

export interface ReadyState {
  status: 'ready'
  height?: undefined
  error?: undefined
  rewards: Rewards
  zone: Zone
  /** The data that was sent for targeting. */
  data: Data
  widget: string
  content: Record<string, unknown>
  view: ViewModule
  /** The zone was to be loaded again, and keeps its content because that has failed. */
  hasLoadFailed?: boolean | undefined
}
