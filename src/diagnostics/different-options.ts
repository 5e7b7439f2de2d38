import type { RewardsOptions } from '../settings/options.js'

/** The options that decide what a runtime stores and sends, with their defaults. Of a function counts only whether there is one. */
const DEFAULTS = {
  consent: 'program',
  carrier: 'auto',
  vendor: 'svc',
  cookieDomain: undefined,
  tokenDuration: undefined,
  jwt: undefined,
} satisfies Partial<RewardsOptions>

/** An option in which two runtimes of a program differ. */
export interface Difference {
  name: keyof typeof DEFAULTS
  first: string
  second: string
}

/** The options in which a second runtime, or a second call for the same runtime, differs from the first. */
export function differentOptions(first: Partial<RewardsOptions>, second: Partial<RewardsOptions>): Difference[] {
  const names = Object.keys(DEFAULTS) as (keyof typeof DEFAULTS)[]
  return names
    .map(name => ({ name, first: textOf(first, name), second: textOf(second, name) }))
    .filter(({ first, second }) => first !== second)
}

function textOf(options: Partial<RewardsOptions>, name: keyof typeof DEFAULTS) {
  const value = options[name] ?? DEFAULTS[name]
  return typeof value === 'function' ? 'set' : String(value ?? 'not set')
}
