import { optionNames } from '../settings/check-options.js'
import type { Rewards } from './rewards.js'

/** Warns of options that do not exist. What it says is loaded only then. */
export async function checkOptionNames(rewards: Rewards, options: object): Promise<void> {
  const known = optionNames()
  const others = Object.keys(options).filter(name => !known.includes(name))
  if (!others.length) return
  const { readOtherOptions } = await import('../diagnostics/unknown-options.js')
  readOtherOptions(rewards, options, known)
}
