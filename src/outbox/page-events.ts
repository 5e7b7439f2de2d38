import { safeDocument } from '../safe-document.js'
import type { Outbox } from './outbox.js'
import type { Pace } from './pace.js'

export interface PageEventPorts {
  /** `rewards:<program domain>`: the beginning of the journal's keys. */
  name: string
  outbox: Outbox
  pace: Pace
  /** Sends what can be sent while the page is being left. */
  onLeave(): void
}

/** Another tab delivers the events that it has journaled. After this time the tab may be gone. */
const ORPHAN_MS = 3_000

/** Delivers when the browser is online again or the page visible, and pauses while the page is put away. */
export function followPageEvents({ name, outbox, pace, onLeave }: PageEventPorts): void {
  const listen = (type: string, listener: (event: Event) => unknown) => globalThis.addEventListener?.(type, listener)
  listen('online', outbox.drain)
  listen('storage', event => {
    const { key, newValue } = event as StorageEvent
    if (newValue && key?.startsWith(`${name}|`)) setTimeout(outbox.resume, ORPHAN_MS)
  })
  listen('visibilitychange', () => {
    if (!safeDocument().hidden) outbox.drain()
    else if (!pace.backoffLeft()) onLeave()
  })
  listen('pagehide', () => {
    if (!pace.backoffLeft(true)) onLeave()
    outbox.pause()
  })
  listen('pageshow', event => (event as PageTransitionEvent).persisted && outbox.restart())
}
