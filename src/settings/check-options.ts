import { invalidType, readArguments } from '../error/error.js'
import type { RewardsOptions } from './options.js'

type Check = [expected: string, isValid: (value: unknown) => boolean]

/** The text of a number is none: the platform refuses some of them. */
const isPositive = (value: unknown) => typeof value === 'number' && value > 0 && value < Infinity

const BOOLEAN: Check = ['true or false', value => typeof value === 'boolean']

/** The options that `readOptions` checks. */
const CHECKED_BY_READING = { domain: true, carrier: true, consent: true, data: true, vendor: true }

/** The other options, and what each must be. A script tag sets none of them to anything else. `analytics` is read by a file that loads only for it. */
const CHECKS: Record<Exclude<keyof RewardsOptions, keyof typeof CHECKED_BY_READING | 'analytics'>, Check> = {
  jwt: ['a function', value => typeof value === 'function'],
  fetch: ['a function', value => typeof value === 'function'],
  tokenDuration: ['a number above 0', isPositive],
  eventsPerMinute: ['a number above 0', isPositive],
  debug: BOOLEAN,
  demo: BOOLEAN,
  cookieDomain: ['a string', value => typeof value === 'string'],
}

/** The names of all options. */
export const optionNames = (): string[] => Object.keys({ ...CHECKED_BY_READING, ...CHECKS })

/**
 * Checks the options that only code can set, and returns all. An option that begins like `consent` may be a refusal: until it is
 * corrected, nothing is stored, and no cookie is sent. Throws `invalid_argument`; the message names the option.
 */
export const checkOptions = <Options extends object>(options: Options): Options =>
  readArguments('createRewards()', () => {
    for (const [name, [expected, isValid]] of Object.entries(CHECKS)) {
      const value = Object(options)[name]
      if (value != null && !isValid(value)) throw invalidType(`options.${name} must be ${expected}`, value)
    }
    const isMisspelt = Object.keys({ ...options }).some(name => /^(con(?!sent$)|Con)/.test(name))
    return isMisspelt ? { consent: 'unset', ...options } : options
  })
