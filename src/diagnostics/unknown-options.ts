import { followAnalytics } from '../analytics/follow-analytics.js'
import { CONSENT_EFFECT } from './consent-effect.js'
import { describeUnknownKey } from './describe-unknown-key.js'
import { nearestName } from './nearest-name.js'

/** What a page may take for an option, and what it is. */
const NO_OPTIONS: Record<string, string> = {
  locale: 'write data: { locale }',
  onError: 'it is a setting of the provider, the plugin and provideRewards(). A runtime dispatches `error` events',
}

/** The part of a runtime that reports a problem. */
interface Reporter extends EventTarget {
  report(code: 'unknown_key' | 'invalid_argument', message: string): unknown
}

/**
 * Follows the options of `createRewards()` that the runtime does not need at first: `analytics`. Reports those that are none of `known`.
 */
export function readOtherOptions(rewards: Reporter, options: { analytics?: unknown }, known: string[]): void {
  const { analytics, ...others } = options
  if (analytics != null) followAnalytics(rewards, analytics)
  for (const name of Object.keys(others)) {
    if (known.includes(name)) continue
    const effect = /^con/i.test(name) && !('consent' in others) ? CONSENT_EFFECT : ''
    const other = NO_OPTIONS[nearestName(name, Object.keys(NO_OPTIONS)) ?? '']
    const message = other
      ? `createRewards() has no option ${name}; ${other}`
      : describeUnknownKey('createRewards()', name, [...known, 'analytics']) + effect
    rewards.report('unknown_key', message)
  }
}
