import type { RewardsStorage } from '../src/api.js'
import { attempt } from '../src/base/attempt.js'
import { safeDocument } from '../src/base/safe-document.js'
import { heightKey } from './reserved-height.js'
import { startObserver } from './start-observer.js'
import type { ZoneHost } from './view.js'

/**
 * Stores the height of a zone for the next visit, when the visitor leaves the page and when `signal` aborts. If the consumer does not allow
 * storage, deletes a height that was stored before.
 */
export function rememberHeight(host: ZoneHost, storage: RewardsStorage, signal: AbortSignal): void {
  // The key is read now: when `signal` aborts, the element may already have the name of another zone.
  const key = heightKey(host.name)
  let size: string | undefined
  const onResize = () => {
    if (host.offsetWidth) size = `${host.offsetWidth} ${host.offsetHeight}px`
  }
  const stop = startObserver(() => new ResizeObserver(onResize), host)
  const store = () => {
    if (size && (safeDocument().visibilityState === 'hidden' || signal.aborted)) write(storage, key, size)
  }
  // The last event that a page reliably receives before it ends.
  safeDocument().addEventListener('visibilitychange', store, { signal })
  signal.addEventListener('abort', () => {
    stop?.()
    store()
  })
}

/** Where storage is blocked or full, the zone reserves the default height on the next visit. */
const write = ({ owner }: RewardsStorage, key: string, value: string) =>
  attempt(() => (owner ? localStorage.setItem(key, value) : localStorage.removeItem(key)))
