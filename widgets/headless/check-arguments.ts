import type { Rewards, Zone } from '../../src/api.js'
import { invalidType } from '../../src/error/error.js'

/**
 * Throws `invalid_argument` if a behavior gets something else than a runtime and a zone, such as the name of the zone, its content or the whole result of
 * `useZone()`: it would be empty for ever, and a hook would begin anew with each rendering.
 */
export function checkArguments(name: string, rewards: Rewards, zone?: Zone): void {
  if (typeof Object(rewards).track !== 'function')
    throw invalidType(`${name}() needs the runtime of createRewards() as its first argument`, rewards)
  if (zone != null && (typeof zone !== 'object' || typeof zone.name !== 'string' || !('data' in zone)))
    throw invalidType(`${name}() needs a zone: what rewards.zone() resolves with, or the \`value\` of useZone()`, zone)
}
