import { readRecord, removeRecord, storedKeys, writeRecord } from '../base/local-storage.js'
import { randomId } from '../base/random-id.js'
import { isEvent, type WaitingEvent } from './waiting-event.js'

/** The journal of a program: waiting events in `localStorage`. They survive a crash of the tab, and a page that is left. */
export interface Journal {
  /** Writes events at once, as one record. Returns whether they are written: storage may be blocked or full. */
  write(events: WaitingEvent[]): boolean
  /** The events of every page. Deletes records under the journal's name that hold anything else. */
  events(): WaitingEvent[]
  /** Puts other events, or none, in the place of the events with these keys. Without room for them, the earlier ones stay. */
  change(changes: Changes): void
}

/** By the key of an event: what takes its place. */
export type Changes = Map<string, WaitingEvent[]>

/** The version of the databases. A page cannot open those of a later version, and uses the journal. */
export const DATABASE_VERSION = 1

/** The beginning of the names of the records. The number is the version of the format: a page does not touch the records of other versions. */
export const journalPrefix = (name: string): string => `${name}|1|`

export function createJournal(name: string): Journal {
  const prefix = journalPrefix(name)

  function records() {
    const found = new Map<string, WaitingEvent[]>()
    for (const key of storedKeys(prefix)) {
      const events = readRecord(key)
      if (Array.isArray(events) && events.every(isEvent)) found.set(key, events)
      else removeRecord(key)
    }
    return found
  }

  return {
    // A random key: tabs do not overwrite each other's records.
    write: events => writeRecord(prefix + randomId(), events),
    events: () => [...records().values()].flat(),
    change(changes) {
      for (const [record, events] of records()) {
        if (!events.some(({ key }) => changes.has(key))) continue
        const next = events.flatMap(event => changes.get(event.key) ?? event)
        if (next.length) writeRecord(record, next)
        else removeRecord(record)
      }
    },
  }
}
