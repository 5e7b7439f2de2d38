import { readRecord, removeRecord, storedKeys, writeRecord } from '../base/local-storage.js'
import { isEvent, type WaitingEvent } from './waiting-event.js'

const keyOf = (name: string, { key }: WaitingEvent) => `${name}|${key}`

/**
 * Writes an event to `localStorage` at once: it survives a crash of the tab, and a page that is left. Each event has a record of its own, so
 * tabs do not overwrite each other's. Returns whether it is written. If storage is blocked or full, the event waits in memory.
 */
export const journal = (name: string, event: WaitingEvent): boolean => writeRecord(keyOf(name, event), event)

/** The journal of a program, for the queue that takes over its events. */
export interface Journal {
  /** The record of an event. */
  read(event: WaitingEvent): unknown
  remove(event: WaitingEvent): void
  /** Replaces an event that is in the journal. If there is no room for `next`, `event` stays. */
  replace(event: WaitingEvent, next: WaitingEvent): void
  /** The events of every page, oldest first. Deletes records under the journal's name that are not events. */
  events(): WaitingEvent[]
}

export function createJournal(name: string): Journal {
  const prefix = `${name}|`
  const read = (event: WaitingEvent) => readRecord(keyOf(name, event))
  const remove = (event: WaitingEvent) => removeRecord(keyOf(name, event))

  return {
    read,
    remove,
    replace(event, next) {
      const before = read(event)
      if (!before) return
      remove(event)
      if (!journal(name, next)) writeRecord(keyOf(name, event), before)
    },
    events() {
      const events: WaitingEvent[] = []
      for (const key of storedKeys(prefix).sort()) {
        const event = readRecord(key)
        if (isEvent(event) && key === prefix + event.key) events.push(event)
        else removeRecord(key)
      }
      return events
    },
  }
}
