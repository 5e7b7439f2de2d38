import type { Settings } from '../settings/options.js'
import { RUNTIME } from '../settings/runtime-key.js'
import { loadFromPackage } from './load.npm.js'
import type { Rewards } from './rewards.js'

/** The settings of the runtimes that this copy of the SDK has created. */
const created = new WeakMap<object, Settings>()

/**
 * Warns if the page has another runtime for the same program: that of a script tag, or one with other options. What it says is loaded only then. An app may
 * have several runtimes of its own with the same options, for example in tests.
 */
export async function checkFirst(rewards: Rewards, settings: Settings): Promise<void> {
  created.set(rewards, settings)
  const first = (globalThis as { [RUNTIME]?: Rewards })[RUNTIME]
  if (!first || first === rewards || first.domain !== settings.base) return
  const { reportSecond } = await loadFromPackage('diagnostics')
  reportSecond(rewards, settings, first, created.get(first))
}
