import { followAnalytics } from '../analytics/follow-analytics.js'
import type { RewardsOptions, Settings } from '../settings/options.js'
import { CONSENT_EFFECT } from './consent-effect.js'
import { describeUnknownKey } from './describe-unknown-key.js'
import { differentOptions } from './different-options.js'
import { misspeltOption, TAG_OPTIONS } from './tag-options.js'

const SCRIPT = /\/rewards\.js([?#]|$)/

/** The part of a runtime that reports a problem. */
interface Reporter extends EventTarget {
  readonly domain: string
  report(code: 'unknown_key' | 'second_runtime' | 'invalid_argument', message: string): unknown
}

interface QueueReporter {
  report(code: 'invalid_argument', message: string): unknown
}

/**
 * Reports the attributes of the script tag that have no effect: those whose names are close to an option, and, with the runtime `shared` that was there before the script,
 * the options that this tag states otherwise. Other attributes belong to tools. `data-analytics` is an option that the runtime does not need at first: its code is here.
 */
export function checkTag(rewards: Reporter, tag: HTMLScriptElement | undefined, shared?: object): void {
  if (!tag) return
  const { analytics } = tag.dataset
  if (analytics !== undefined && !shared) followAnalytics(rewards, analytics)
  for (const name of Object.keys(tag.dataset)) reportMisspelt(rewards, name)
  const ignored = shared ? ignoredOptions(rewards, tag) : []
  if (ignored.length)
    rewards.report(
      'second_runtime',
      `The page has a runtime for ${rewards.domain} already, and the script tag uses it. Ignored: ${ignored.join(', ')}. Set these options where that runtime is created, or keep one of the two`,
    )
}

/** Reports an entry of the page's queue that names no method. */
export const reportUnknownCall = (rewards: QueueReporter, name: string): unknown =>
  rewards.report('invalid_argument', `The queue got an unknown call "${name}"; push [method, ...arguments]`)

function reportMisspelt(rewards: Reporter, name: string) {
  const option = misspeltOption(name)
  if (!option) return
  const attribute = `data-${name.replace(/[A-Z]/g, '-$&').toLowerCase()}`
  rewards.report(
    'unknown_key',
    describeUnknownKey('The script tag', attribute, [`data-${option}`]) + (option === 'consent' ? CONSENT_EFFECT : ''),
  )
}

/** A second tag may repeat the options of the first, which has created the runtime. */
function ignoredOptions({ domain }: Reporter, tag: HTMLScriptElement): string[] {
  const tags = [...document.getElementsByTagName('script')]
  const first = tags.find(each => each !== tag && SCRIPT.test(each.src))
  return TAG_OPTIONS.map(name => ({ name: `data-${name}`, given: tag.getAttribute(`data-${name}`) }))
    .filter(({ name, given }) => given !== null && given !== first?.getAttribute(name))
    .filter(({ name, given }) => name !== 'data-domain' || given!.replace(/\/+$/, '') !== domain)
    .map(({ name, given }) => `${name}="${given}"`)
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
  const given = isOfTag ? { ...tags.find(({ src }) => SCRIPT.test(src))?.dataset } : firstSettings!
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
