import type { Consumer } from '../src/api.js'
import { isAnother } from '../src/token/consumer.js'

/** Whether `now` is a different person than `before`. An anonymous consumer is nobody in particular: nothing private was shown to them. */
export const isAnotherPerson = (before: Consumer, now: Consumer): boolean =>
  before.level !== 'anonymous' && isAnother(before, now)
