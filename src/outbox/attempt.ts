/** Uses what may be blocked, full or somebody else's: then there is nothing to be had from it. */
export function attempt<T>(use: () => T): T | undefined {
  try {
    return use()
  } catch {
    return undefined
  }
}
