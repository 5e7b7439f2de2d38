import type { RewardsStorage } from '../src/api.js'
import { safeDocument } from '../src/safe-document.js'
import { heightKey } from './reserved-height.js'
import type { ZoneHost } from './view.js'

/**
 * Stores the height of a zone when the page or the zone is left, for the next visit. Where the visitor has not allowed it, nothing is
 * stored, and a height that was stored before is deleted.
 */
export function rememberHeight(host: ZoneHost, storage: RewardsStorage, signal: AbortSignal): void {
  // Now: the element may be given another name, which leaves this zone.
  const key = heightKey(host.name)
  let size: string | undefined
  const observer = new ResizeObserver(() => {
    if (host.offsetWidth) size = `${host.offsetWidth} ${host.offsetHeight}px`
  })
  const keep = () => {
    if (size && (safeDocument().visibilityState === 'hidden' || signal.aborted)) write(storage, key, size)
  }
  observer.observe(host)
  // The last that a page is sure to hear of its end.
  safeDocument().addEventListener('visibilitychange', keep, { signal })
  signal.addEventListener('abort', () => {
    observer.disconnect()
    keep()
  })
}

function write({ owner }: RewardsStorage, key: string, value: string) {
  try {
    if (owner) localStorage.setItem(key, value)
    else localStorage.removeItem(key)
  } catch {
    // Blocked or full: the next visit reserves the height that any zone gets.
  }
}
