/**
 * Zones and the consumer in a Vue app.
 * @module rewards-web-sdk/vue
 */

export type { RewardsZoneAttributes } from '../../widgets/frameworks/vue.js'
export type { LoadResource, ResourceOptions } from '../resource-source.js'
export type { ZoneSettings } from '../zone-source.js'
export { useForm, useOffer, useReferrals, useShare, useVerification } from './behaviors.js'
export { rewardsKey, rewardsPlugin } from './rewards-plugin.js'
export { RewardsZone } from './rewards-zone.js'
export { useConsumer } from './use-consumer.js'
export type { Reloadable } from './use-loaded.js'
export { useResource } from './use-resource.js'
export { useRewards } from './use-rewards.js'
export { useZone } from './use-zone.js'
