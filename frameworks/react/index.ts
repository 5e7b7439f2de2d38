/**
 * Zones and the consumer in a React app.
 * @module rewards-web-sdk/react
 */

export type { Loaded } from '../loading-source.js'
export type { LoadResource, ResourceOptions } from '../resource-source.js'
export type { ZoneSettings } from '../zone-source.js'
export { useForm, useOffer, useReferrals, useShare, useVerification } from './behaviors.js'
export { RewardsProvider, type RewardsProviderProps } from './rewards-provider.js'
export { RewardsZone, type RewardsZoneProps } from './rewards-zone.js'
export { useConsumer } from './use-consumer.js'
export { useResource } from './use-resource.js'
export { useRewards } from './use-rewards.js'
export type { Reloadable } from './use-source.js'
export { useZone } from './use-zone.js'
