/**
 * The runtime: `createRewards()`, and the types of its options, calls and events.
 * @module rewards-web-sdk
 */

import { hasDocument } from './base/environment.js'
import { checkElement } from './kernel/check-element.js'
import { checkFirst } from './kernel/check-first.js'
import { checkOptionNames } from './kernel/check-option-names.js'
import { connect } from './kernel/connect.js'
import { loadFromPackage } from './kernel/load.npm.js'
import type { Rewards } from './kernel/rewards.js'
import { createServerRuntime } from './kernel/server-runtime.js'
import { type DemoOptions, demoOptions } from './settings/demo-options.js'
import { checkOptions, type RewardsOptions, readOptions } from './settings/options.js'

export * from './api.js'

/**
 * Creates a runtime for a program domain. The `<rewards-zone>` elements of a page use the first runtime that the page creates. Sends no
 * request by itself, except to check the token of a share link. With `demo: true`, it needs no program: the page shows made-up content, and sends and
 * stores nothing. On a server, without the option `fetch`, the runtime does nothing: every call rejects with `browser_only`. Throws
 * `invalid_argument`; the message names the option.
 */
export function createRewards(options: RewardsOptions | DemoOptions): Rewards {
  const given = checkOptions(options)
  const settings = readOptions(given?.demo ? demoOptions(given, () => loadFromPackage('demo')) : given)
  if (!hasDocument() && !options.fetch) return createServerRuntime(settings, loadFromPackage)
  const rewards = connect(settings, loadFromPackage)
  checkOptionNames(rewards, options).catch(() => {})
  checkFirst(rewards, settings).catch(() => {})
  checkElement(rewards)
  return rewards
}
