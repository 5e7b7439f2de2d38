import { createElement } from 'preact'
import type { Data, Rewards } from '../../src/api.js'
import type { ZoneHost } from '../view.js'

interface RewardsZoneProps extends Pick<ZoneHost, 'name' | 'theme' | 'messages'> {
  data: Data
  rewards: Rewards
  onLoad?(event: Event): void
  onError?(event: Event): void
}

/** `<rewards-zone>` as a component, for a zone inside another zone. */
export const RewardsZone = (properties: RewardsZoneProps) => createElement('rewards-zone', properties)
