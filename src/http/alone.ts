/**
 * Runs `work` in one tab of the site at a time, under a Web Lock; without a name, or where there are no locks, right away. No lock is
 * held when idle: that would cost the page its place in the back/forward cache. After `patience` milliseconds `work` runs without the
 * lock: a tab that the system has suspended may hold it for ever.
 */
export async function alone<T>(name: string | false, work: () => Promise<T>, patience?: number): Promise<T> {
  let working: Promise<T> | undefined
  const waiting = new AbortController()
  const timer = patience && setTimeout(() => waiting.abort(), patience)
  try {
    if (name)
      await navigator.locks.request(name, { signal: waiting.signal }, () => {
        clearTimeout(timer)
        working = work()
        return working.catch(() => {})
      })
  } catch {
    // An old browser, a sandboxed frame, or the wait was too long.
  }
  clearTimeout(timer)
  return working ?? work()
}
