/**
 * Runs `work` in one tab of the site at a time, under a Web Lock; without a name, or where there are no locks, right away. No lock is
 * held when idle: that would cost the page its place in the back/forward cache. After `patience` milliseconds in which `progress` has not
 * changed `work` runs without the lock: a tab that the system has suspended, or that shows a dialog, may hold it for ever. `progress`
 * counts what the tab that holds the lock has done.
 */
export async function withLock<T>(
  name: string | false,
  work: () => Promise<T>,
  patience: number,
  progress = () => 0,
): Promise<T> {
  let working: Promise<T> | undefined
  const waiting = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const wait = (seen: number) => {
    timer = setTimeout(() => (progress() === seen ? waiting.abort() : wait(progress())), patience)
  }
  try {
    if (name) {
      wait(progress())
      await navigator.locks.request(name, { signal: waiting.signal }, () => {
        clearTimeout(timer)
        working = work()
        return working.catch(() => {})
      })
    }
  } catch {
    // An old browser, a sandboxed frame, or the wait was too long.
  }
  clearTimeout(timer)
  return working ?? work()
}
