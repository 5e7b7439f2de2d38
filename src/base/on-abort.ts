/** The checks of all calls under way. */
const checks = new Set<() => void>()

const checkAll = () => {
  for (const check of checks) check()
}

/**
 * Calls `check` at once, and when one of the signals aborts: `lasting` or `own`. Returns a function that ends this. A lasting signal has one listener
 * for all calls: it compares a new listener with those that it has, and Node warns of a leak when there are more than ten.
 */
export function onAbort(check: () => void, lasting?: AbortSignal, own?: AbortSignal): () => void {
  checks.add(check)
  lasting?.addEventListener('abort', checkAll)
  own?.addEventListener('abort', check)
  check()
  return () => {
    checks.delete(check)
    own?.removeEventListener('abort', check)
  }
}
