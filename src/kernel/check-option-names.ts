import { optionNames } from '../settings/check-options.js'
import type { Rewards } from './rewards.js'

/** Warns of options that do not exist. What it says is loaded only then. */
export async function checkOptionNames(rewards: Rewards, options: object): Promise<void> {
  const known = optionNames()
  const unknown = Object.keys(options).filter(name => !known.includes(name))
  if (!unknown.length) return
  const { describeUnknownKey } = await import('../diagnostics/describe-unknown-key.js')
  for (const name of unknown) rewards.report('unknown_key', describeUnknownKey('createRewards()', name, known))
}
