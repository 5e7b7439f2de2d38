import type { WaitingEvent } from './waiting-event.js'

/**
 * Writes an event down at once, before anything else is done with it: a tab that crashes, or a page that is left, takes nothing with it.
 * One record an event, so that tabs cannot overwrite each other's.
 */
export function journal(name: string, event: WaitingEvent): void {
  try {
    localStorage.setItem(`${name}|${event.key}`, JSON.stringify(event))
  } catch {
    // Storage is blocked or full: it waits in memory.
  }
}
