/** A rule that is checked: what it asks for, and the value that it is compared with. */
export interface Check<Rule extends string = string> {
  rule: Rule
  expected: unknown
  value: unknown
  isMet: boolean
}

/** The checks up to the first that is not met. Rules after it are not tried. */
export function untilUnmet<Rule extends string>(checks: Check<Rule>[]): Check<Rule>[] {
  const unmet = checks.findIndex(({ isMet }) => !isMet)
  return unmet === -1 ? checks : checks.slice(0, unmet + 1)
}

/** The first check that is not met. Undefined: all are met. */
export const unmetIn = <Rule extends string>(checks: Check<Rule>[]): Check<Rule> | undefined =>
  checks.find(({ isMet }) => !isMet)
