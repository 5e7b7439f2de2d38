import type { Rewards } from '../src/api.js'
import { describeNoObject, parseObject } from '../src/parse-object.js'
import type { ZoneHost } from './view.js'

/** Reports `theme` and `messages` if they are not JSON objects. The zone ignores them then. `reported`: what was reported before. */
export function reportIgnoredSettings(rewards: Rewards, host: ZoneHost, reported: Set<string>): void {
  for (const name of ['theme', 'messages'] as const) {
    if (host[name]) continue
    const message = describeSetting(host, name, host.getAttribute(name) ?? '')
    if (!reported.has(message)) rewards.report?.('invalid_argument', message)
    reported.add(message)
  }
}

/** Says why a setting is not a JSON object. `given` is shown. Without it, the value may be personal data, or it was set as a property. */
export function describeSetting(host: ZoneHost, name: 'data' | 'theme' | 'messages', given = ''): string {
  const json = host.getAttribute(name) ?? ''
  const reason = parseObject(json) ? 'got another value' : describeNoObject(json)
  return `Zone "${host.name}": ${name} must be a JSON object; ${reason}${given && `: ${given.slice(0, 80)}`}`
}
