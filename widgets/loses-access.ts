import type { Consumer } from '../src/api.js'
import { isAnother } from '../src/token/consumer.js'

/**
 * Whether `now` may not see what `before` saw: they are another person, or at a lower level. To an anonymous consumer, nothing private was shown. The
 * names of the levels are in alphabetical order.
 */
export const losesAccess = (before: Consumer, now: Consumer) =>
  now.level < before.level || (before.level !== 'anonymous' && isAnother(before, now))
