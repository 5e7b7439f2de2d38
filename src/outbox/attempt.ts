/**
 * Returns the result of `use`, or undefined if it throws. For everything that is stored: storage may be blocked or full, and other scripts
 * may write into it.
 */
export function attempt<T>(use: () => T): T | undefined {
  try {
    return use()
  } catch {
    return undefined
  }
}
