/**
 * Runs `work` in one tab of the site at a time, under a Web Lock. Without a name, or without locks in this browser, runs it at once. An idle
 * page holds no lock, because it could not be put into the back/forward cache. A page that is put there while it waits asks again after its return:
 * Firefox would give it the lock there, and no other page could work. A tab that is suspended, or that shows a dialog, may hold the lock forever.
 * Therefore `work` runs without the lock if `progress` does not change for `patience` milliseconds. `progress` counts what the tab that holds the
 * lock has done. When `lifetime` aborts, the wait ends.
 */
export async function withLock<T>(
  name: string | false,
  work: () => Promise<T>,
  patience: number,
  lifetime: AbortSignal,
  progress = () => 0,
): Promise<T> {
  let working: Promise<T> | undefined
  /** Set if the page is left during the wait. Resolves when it returns. */
  let absence: Promise<unknown> | undefined
  const waiting = new AbortController()
  const { signal } = waiting
  const stopWaiting = () => waiting.abort()
  let timer: ReturnType<typeof setTimeout> | undefined
  const wait = (seen: number) => {
    timer = setTimeout(() => (progress() === seen ? stopWaiting() : wait(progress())), patience)
  }
  const leave = () => {
    absence = new Promise(resolve => addEventListener('pageshow', resolve, { once: true }))
    stopWaiting()
  }
  lifetime.addEventListener('abort', stopWaiting, { signal })
  try {
    if (name) {
      addEventListener('pagehide', leave, { signal })
      wait(progress())
      await navigator.locks.request(name, { signal }, () => {
        clearTimeout(timer)
        working = work()
        return working.catch(() => {})
      })
    }
  } catch {
    // There are no locks (an old browser, a sandboxed frame), or the wait was too long.
  }
  stopWaiting()
  clearTimeout(timer)
  return working ?? absence?.then(() => withLock(name, work, patience, lifetime, progress)) ?? work()
}
