import { attempt } from '../src/attempt.js'

/**
 * Tells whether the arguments of a hook have changed. Never throws, because an error in rendering would take the page down: arguments that JSON cannot
 * hold have no key, and the call that gets them fails with `invalid_argument`.
 */
export const keyOf = (given: unknown): string => attempt(() => JSON.stringify(given)) ?? ''
