import { optionNames } from '../settings/options.js'
import { loadFromPackage } from './load.npm.js'
import type { Rewards } from './rewards.js'

/** Warns of options that do not exist. What it says is loaded only then. */
export async function checkOptionNames(rewards: Rewards, options: object): Promise<void> {
  const known = optionNames()
  const others = Object.keys(options).filter(name => !known.includes(name))
  if (!others.length) return
  const { readOtherOptions } = await loadFromPackage('diagnostics')
  readOtherOptions(rewards, options, known)
}
