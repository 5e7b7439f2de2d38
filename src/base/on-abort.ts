/** The checks of all calls under way. */
const checks = new Set<() => void>()

const checkAll = () => {
  for (const check of checks) check()
}

/**
 * Calls `end` with what `reason` returns, as soon as that is something. `reason` is asked at once, and when one of the signals aborts: `lasting` or `own`.
 * Returns a function that ends this. A lasting signal has one listener for all calls: it compares a new listener with those that it has, and Node
 * warns of a leak when there are more than ten.
 */
export function onAbort<Reason>(
  reason: () => Reason | undefined | false,
  end: (reason: Reason) => void,
  lasting?: AbortSignal,
  own?: AbortSignal,
): () => void {
  const check = () => {
    const found = reason()
    if (found) end(found)
  }
  lasting?.addEventListener('abort', checkAll)
  own?.addEventListener('abort', check)
  checks.add(check)
  check()
  return () => {
    checks.delete(check)
    own?.removeEventListener('abort', check)
  }
}
