import type { WaitingEvent } from './waiting-event.js'

/**
 * Writes an event down at once, before anything else is done with it: a tab that crashes, or a page that is left, takes nothing with it.
 * One record an event, so that tabs cannot overwrite each other's. Returns whether it could: where storage is blocked or full, the event
 * waits in memory.
 */
export function journal(name: string, event: WaitingEvent): boolean {
  try {
    localStorage.setItem(`${name}|${event.key}`, JSON.stringify(event))
    return true
  } catch {
    return false
  }
}
