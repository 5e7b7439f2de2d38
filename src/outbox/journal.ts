import { attempt } from './attempt.js'
import { isEvent, type WaitingEvent } from './waiting-event.js'

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

/** The journal of a program, for the queue that adopts its events. */
export interface Journal {
  /** The record of an event, as text. */
  read(event: WaitingEvent): string | null | undefined
  remove(event: WaitingEvent): void
  /** Replaces an event that is in the journal. If there is no room for `next`, `event` stays. */
  replace(event: WaitingEvent, next: WaitingEvent): void
  /** The events of every page, oldest first. Deletes records under the journal's name that are not events. */
  events(): Generator<WaitingEvent, undefined>
}

export function createJournal(name: string): Journal {
  const keyOf = ({ key }: WaitingEvent) => `${name}|${key}`
  const read = (event: WaitingEvent) => attempt(() => localStorage.getItem(keyOf(event)))
  const remove = (event: WaitingEvent) => attempt(() => localStorage.removeItem(keyOf(event)))

  return {
    read,
    remove,
    replace(event, next) {
      const before = read(event)
      if (!before) return
      remove(event)
      if (!journal(name, next)) attempt(() => localStorage.setItem(keyOf(event), before))
    },
    *events() {
      const keys = attempt(() => Object.keys(localStorage)) ?? []
      for (const key of keys.filter(each => each.startsWith(`${name}|`)).sort()) {
        const event = attempt(() => JSON.parse(localStorage.getItem(key)!))
        // An event of an older version has no key in its record.
        if (isEvent(event)) yield { ...event, key: key.slice(name.length + 1) }
        else localStorage.removeItem(key)
      }
      return undefined
    },
  }
}
