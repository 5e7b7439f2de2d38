import { createElement } from 'preact'
import type { Data, Rewards } from '../../src/api.js'
import type { ZoneHost } from '../view.js'

interface RewardsZoneProps extends Pick<ZoneHost, 'name' | 'theme' | 'messages'> {
  data: Data
  rewards: Rewards
}

/** The element as a component, for a zone within a zone. */
export const RewardsZone = (properties: RewardsZoneProps) => createElement('rewards-zone', properties)
