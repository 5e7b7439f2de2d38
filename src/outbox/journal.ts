import type { WaitingEvent } from './queue.js'

let count = 0

/**
 * Writes an event down at once, before anything else is done with it: a tab that crashes, or a page that is left, takes nothing with it.
 * One record an event, so that tabs cannot overwrite each other's. Returns false where storage is blocked or full.
 */
export function journal(name: string, event: WaitingEvent): boolean {
  try {
    // Sorts as the events came.
    localStorage.setItem(`${name}|${Date.now() * 1000 + count++}|${event.id}`, JSON.stringify(event))
    return true
  } catch {
    return false
  }
}
