/**
 * Returns the result of `use`, or undefined if it throws. For storage, which may be blocked or full and into which other scripts write, and for
 * values that a page has set.
 */
export function attempt<T>(use: () => T): T | undefined {
  try {
    return use()
  } catch {
    return undefined
  }
}
