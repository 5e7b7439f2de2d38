import type { ComponentType } from 'preact'
import type { RewardsZoneElement } from '../zone-element.js'

type Properties = Partial<Pick<RewardsZoneElement, 'name' | 'data' | 'theme' | 'messages' | 'rewards'>>

/** The element itself, as a component: for a zone within a zone. */
export const RewardsZone = 'rewards-zone' as unknown as ComponentType<Properties>
