import { connect } from './connect.js'
import { npmLoaders } from './loaders.npm.js'
import { type RewardsOptions, readOptions } from './options.js'
import type { Rewards } from './rewards.js'

export * from './api.js'

/**
 * Creates a runtime for a program domain. The `<rewards-zone>` elements of a page use the first runtime that the page creates. Sends no
 * request by itself, except to check the token of a share link. Throws `invalid_argument`; the message names the option.
 */
export const createRewards = (options: RewardsOptions): Rewards => connect(readOptions(options), npmLoaders)
