/** The checks of all calls under way. */
const checks = new Set<() => void>()

const checkAll = () => {
  for (const check of checks) check()
}

/**
 * Calls `end` with the reason for which a call ends. Runs `reason` at once, and again when `own` or any `shared` signal aborts: the abort of a session
 * runs the `reason` of every call on the page, and each decides for itself. Returns a function that ends this. All calls have one listener at a
 * `shared` signal: a signal compares a new listener with those that it has, and Node warns of a leak when there are more than ten.
 */
export function onAbort<Reason>(
  reason: () => Reason | undefined | false,
  end: (reason: Reason) => void,
  shared?: AbortSignal,
  own?: AbortSignal,
): () => void {
  const check = () => {
    const found = reason()
    if (found) end(found)
  }
  shared?.addEventListener('abort', checkAll)
  own?.addEventListener('abort', check)
  checks.add(check)
  check()
  return () => {
    checks.delete(check)
    own?.removeEventListener('abort', check)
  }
}
