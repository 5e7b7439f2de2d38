import type { Data, Rewards, Zone } from '../src/api.js'
import type { ViewModule } from './view.js'

/** What a zone shows. `slot`: content that is the page's own to draw. */
export type ZoneState = EmptyState | ReadyState

interface EmptyState {
  is: 'loading' | 'empty' | 'failed' | 'slot'
  /** Reserved while loading, as CSS has it. */
  height?: string | undefined
  /** It is so because something went wrong. */
  error?: boolean
}

export interface ReadyState {
  is: 'ready'
  height?: undefined
  error?: false
  rewards: Rewards
  zone: Zone
  /** What went to the zone's targeting. */
  data: Data
  widget: string
  content: Record<string, unknown>
  view: ViewModule
}
