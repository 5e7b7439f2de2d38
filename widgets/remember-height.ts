import { safeDocument } from '../src/safe-document.js'
import { keptOwner } from './kept-owner.js'
import { heightKey } from './reserved-height.js'
import type { ZoneHost } from './view.js'

/**
 * Keeps the height that a zone has when it is left, with the width it has it in, for its next visit. Only where the
 * runtime keeps its token too: where the visitor has not allowed it, nothing is kept, and what was kept goes.
 */
export function rememberHeight(host: ZoneHost, signal: AbortSignal): void {
  // It is left for another zone, too.
  const key = heightKey(host.name)
  let size: string | undefined
  const observer = new ResizeObserver(() => {
    if (host.offsetWidth) size = `${host.offsetWidth} ${host.offsetHeight}px`
  })
  const keep = () => {
    if (size && (safeDocument().visibilityState === 'hidden' || signal.aborted)) write(key, size)
  }
  observer.observe(host)
  // The last that a page is sure to hear of its end.
  safeDocument().addEventListener('visibilitychange', keep, { signal })
  signal.addEventListener('abort', () => {
    observer.disconnect()
    keep()
  })
}

function write(key: string, value: string) {
  try {
    if (keptOwner()) localStorage.setItem(key, value)
    else localStorage.removeItem(key)
  } catch {
    // Blocked or full: the next visit reserves the height that any zone gets.
  }
}
