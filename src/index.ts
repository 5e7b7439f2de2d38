import { connect } from './connect.js'
import { npmLoaders } from './loaders.npm.js'
import { type RewardsOptions, readOptions } from './options.js'
import type { Rewards } from './rewards.js'

export * from './api.js'

/**
 * Connects to a program domain. The `<rewards-zone>` elements of a page use the first runtime that the page creates. Makes no request by
 * itself, except to look at a token that a share link has brought. Throws `invalid_argument`, naming the option.
 */
export const createRewards = (options: RewardsOptions): Rewards => connect(readOptions(options), npmLoaders)
