// Every value that these files export is a resource: a property of `Rewards`, with its documentation. The exception is `withRetry`, which repeats
// the call of a zone.
export * from './assets.js'
export * from './audience-memberships.js'
export * from './email.js'
export * from './journeys.js'
export * from './parameters.js'
export * from './profile.js'
export * from './referrals.js'
export * from './reward-status.js'
export * from './shareables.js'
export * from './shares.js'
export * from './steps.js'
export { withRetry } from './traffic.js'
