import type { RewardsStorage } from '../src/api.js'
import { safeDocument } from '../src/base/safe-document.js'
import { heightKey } from './reserved-height.js'
import type { ZoneHost } from './view.js'

/**
 * Stores the height of a zone for the next visit, when the visitor leaves the page and when `signal` aborts. If the consumer does not allow
 * storage, deletes a height that was stored before.
 */
export function rememberHeight(host: ZoneHost, storage: RewardsStorage, signal: AbortSignal): void {
  // The key is read now: when `signal` aborts, the element may already have the name of another zone.
  const key = heightKey(host.name)
  let size: string | undefined
  let observer: ResizeObserver
  try {
    observer = new ResizeObserver(() => {
      if (host.offsetWidth) size = `${host.offsetWidth} ${host.offsetHeight}px`
    })
    observer.observe(host)
  } catch {
    // jsdom has no layout, and a script of the page may have replaced the observer.
    return
  }
  const store = () => {
    if (size && (safeDocument().visibilityState === 'hidden' || signal.aborted)) write(storage, key, size)
  }
  // The last event that a page reliably receives before it ends.
  safeDocument().addEventListener('visibilitychange', store, { signal })
  signal.addEventListener('abort', () => {
    observer.disconnect()
    store()
  })
}

function write({ owner }: RewardsStorage, key: string, value: string) {
  try {
    if (owner) localStorage.setItem(key, value)
    else localStorage.removeItem(key)
  } catch {
    // Storage is blocked or full: on the next visit, the zone reserves the default height.
  }
}
