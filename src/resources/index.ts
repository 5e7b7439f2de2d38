import type * as factories from './index.js'

export { assets, personAssets } from './assets.js'
export { audienceMemberships } from './audience-memberships.js'
export { email } from './email.js'
export { journeys } from './journeys.js'
export { parameters } from './parameters.js'
export { profile } from './profile.js'
export { referrals } from './referrals.js'
export { rewardStatus } from './reward-status.js'
export { shareables } from './shareables.js'
export { shares } from './shares.js'
export { steps } from './steps.js'

/** Each resource's calls. */
export type Resources = { [name in keyof typeof factories]: ReturnType<(typeof factories)[name]> }
