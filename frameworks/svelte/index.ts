/**
 * Zones and the consumer in a Svelte app.
 * @module rewards-web-sdk/svelte
 */

import type { Component } from 'svelte'
import Zone from './RewardsZone.svelte'
import type { RewardsZoneProps } from './rewards-zone-props.js'

export type { RewardsZoneAttributes } from '../../widgets/frameworks/svelte.js'
export type { Loaded } from '../loading-source.js'
export type { LoadResource, ResourceOptions } from '../resource-source.js'
export type { ZoneSettings } from '../zone-source.js'
export { useForm, useOffer, useReferrals, useShare, useVerification } from './behaviors.js'
export { provideRewards, useRewards } from './rewards-context.js'
export type { RewardsZoneProps } from './rewards-zone-props.js'
export { useConsumer } from './use-consumer.js'
export type { Reloadable } from './use-loaded.js'
export { useResource } from './use-resource.js'
export { useZone } from './use-zone.js'

/**
 * Shows a zone with the runtime of `provideRewards()`, or else with the page's first. The children are shown if the content belongs to the page.
 */
export const RewardsZone: Component<RewardsZoneProps> = Zone
