// For RewardsZone.svelte. It is published as it is written, because an app compiles components for its own version of Svelte.

export { toJson } from '../../widgets/page-values.js'
export { reportHandlers } from '../report-unknown.js'
export { findRewards } from './rewards-context.js'
