import { isPageHidden } from '../base/safe-document.js'
import type { Outbox } from './outbox.js'
import type { Pace } from './pace.js'

export interface PageEventPorts {
  outbox: Outbox
  pace: Pace
  /** When it aborts, the listeners are removed. */
  lifetime: AbortSignal
  /** Sends what can be sent while the page is being left. */
  onLeave(): void
  /** The page is about to be closed, or put into the back/forward cache. */
  onHide(): void
}

/** Delivers when the browser is online again or the page is visible. Pauses while the page is in the back/forward cache. */
export function followPageEvents({ outbox, pace, lifetime, onLeave, onHide }: PageEventPorts): void {
  const listen = (type: string, listener: () => unknown) =>
    globalThis.addEventListener?.(type, listener, { signal: lifetime })
  listen('online', outbox.drain)
  listen('visibilitychange', () => {
    if (!isPageHidden()) outbox.drain()
    else if (!pace.backoffLeft()) onLeave()
  })
  listen('pagehide', () => {
    if (!pace.backoffLeft(true)) onLeave()
    onHide()
    outbox.pause()
  })
}
