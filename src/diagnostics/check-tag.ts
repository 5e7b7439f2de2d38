import { followAnalytics } from '../analytics/follow-analytics.js'
import { TAG_OPTIONS } from '../settings/script-options.js'
import { checkPage } from './check-page.js'
import { CONSENT_EFFECT } from './consent-effect.js'
import { describeUnknownKey } from './describe-unknown-key.js'
import { isRuntimeTag, misspeltOption } from './tag-options.js'

/** The part of a runtime that reports a problem. */
interface Reporter extends EventTarget {
  readonly domain: string
  report(code: 'unknown_key' | 'second_runtime' | 'invalid_argument' | 'element_not_defined', message: string): unknown
}

interface QueueReporter {
  report(code: 'invalid_argument', message: string): unknown
}

/**
 * Reports the attributes of the script tag that have no effect: those whose names are close to an option, and, with the runtime `shared` that was there before the script,
 * the options that this tag states otherwise. Other attributes belong to tools. `data-analytics` is an option that the runtime does not need at first: its code is here.
 * With `data-debug`, also checks the page.
 */
export function checkTag(rewards: Reporter, tag: HTMLScriptElement | undefined, shared?: object): void {
  if (!tag) return
  const { analytics, debug = 'false' } = tag.dataset
  if (!/^(false|query)$/.test(debug)) checkPage(rewards)
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
  const first = tags.find(each => each !== tag && isRuntimeTag(each))
  return TAG_OPTIONS.map(name => ({ name: `data-${name}`, given: tag.getAttribute(`data-${name}`) }))
    .filter(({ name, given }) => given !== null && given !== first?.getAttribute(name))
    .filter(({ name, given }) => name !== 'data-domain' || given!.replace(/\/+$/, '') !== domain)
    .map(({ name, given }) => `${name}="${given}"`)
}
