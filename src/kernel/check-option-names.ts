import { optionNames } from '../settings/check-options.js'
import type { Rewards } from './rewards.js'

/** Warns of options that do not exist. What it says is loaded only then. */
export async function checkOptionNames(rewards: Rewards, options: object): Promise<void> {
  const known = optionNames()
  if (Object.keys(options).every(name => known.includes(name))) return
  const { reportUnknownOptions } = await import('../diagnostics/unknown-options.js')
  reportUnknownOptions(rewards, options, known)
}
