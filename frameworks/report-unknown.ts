import type { Rewards } from '../src/api.js'
import { isNear } from '../src/base/is-near.js'

/**
 * Warns of the settings `given` that do not exist, which would be ignored in silence. `where` is the hook or the component; `known` are all its settings.
 * What it says is loaded only then.
 */
export function reportUnknown(rewards: Rewards | undefined, where: string, given: string[], known: string[]): void {
  const unknown = given.filter(name => !known.includes(name))
  if (!rewards || !unknown.length) return
  import('../src/diagnostics/describe-unknown-key.js').then(
    ({ describeUnknownKey }) => {
      // The page's runtime may be of another version, without `report`.
      for (const name of unknown) rewards.report?.('unknown_key', describeUnknownKey(where, name, known))
    },
    () => {},
  )
}

/** Warns of misspelt handlers of a zone: a framework would listen to an event that is never dispatched. Other attributes belong to the element. */
export const reportHandlers = (rewards: Rewards | undefined, attributes: object, known: string[]): void =>
  reportUnknown(
    rewards,
    'RewardsZone',
    Object.keys(attributes).filter(name => known.some(each => isNear(name.toLowerCase(), each.toLowerCase(), 2))),
    known,
  )
