/**
 * Runs `work` in one tab of the site at a time, under a Web Lock; without a name, or where there are no locks, right away. No lock is
 * held when idle: that would cost the page its place in the back/forward cache.
 */
export async function alone<T>(name: string | false, work: () => Promise<T>): Promise<T> {
  let working: Promise<T> | undefined
  try {
    if (name)
      await navigator.locks.request(name, () => {
        working = work()
        return working.catch(() => {})
      })
  } catch {
    // An old browser, or a sandboxed frame.
  }
  return working ?? work()
}
