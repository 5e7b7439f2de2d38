import type { RewardsOptions, Settings } from '../settings/options.js'
import { differentOptions } from './different-options.js'
import { isRuntimeTag } from './tag-options.js'

/** The part of a runtime that reports a problem. */
interface Reporter {
  report(code: 'second_runtime', message: string): unknown
}

/**
 * Reports a runtime that the page has created beside another one for the same program, `first`: that of its script tag, or one with other options. `settings` are
 * the options of the second, and `firstSettings` those of the first, if they are known.
 */
export function reportSecond(
  rewards: Reporter,
  settings: Settings,
  first: object,
  firstSettings?: Partial<RewardsOptions>,
): void {
  const isOfTag = 'push' in first
  if (!isOfTag && !firstSettings) return
  const tags = [...document.getElementsByTagName('script')]
  const given = isOfTag ? { ...tags.find(isRuntimeTag)?.dataset } : firstSettings!
  const differences = differentOptions(given as Partial<RewardsOptions>, settings)
  if (!isOfTag && !differences.length) return
  const owner = isOfTag ? 'script tag' : 'first'
  const texts = differences.map(({ name, first, second }) => `${name} (${owner}: ${first}; createRewards(): ${second})`)
  const which = isOfTag
    ? 'that of the script tag, which its zones use, and that of createRewards()'
    : 'its zones use the first'
  rewards.report(
    'second_runtime',
    `The page has two runtimes for ${settings.base}: ${which}. ${texts.length ? `They differ in ${texts.join(', ')}. ` : ''}Keep one of the two`,
  )
}
