import type { Consumer } from '../src/api.js'
import { isAnother } from '../src/consumer.js'

/** An anonymous consumer that is replaced is not another person: nothing was shown for them alone. */
export const isAnotherPerson = (before: Consumer | undefined, now: Consumer | undefined): boolean =>
  Boolean(before && now && before.level !== 'anonymous' && isAnother(before, now))
