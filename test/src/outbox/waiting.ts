import { createJournal } from '../../../src/outbox/journal.js'
import { compareEvents, type WaitingEvent } from '../../../src/outbox/waiting-event.js'

let count = 0

/** An event as it waits, younger than those before it. */
export const waiting = (id: string, more: Partial<WaitingEvent> = {}): WaitingEvent => ({
  id,
  name: 'purchase',
  owner: 'device',
  data: { cart_value: 3 },
  key: `${Date.now() * 1000 + count++}|${id}`,
  ...more,
})

/** Leaves events in the journal, in one record, as a page does. */
export const journal = (name: string, ...events: WaitingEvent[]): boolean => createJournal(name).write(events)

/** The events in the journal, oldest first. */
export const journaled = (name: string): WaitingEvent[] => createJournal(name).events().sort(compareEvents)

/** Takes the events out of the journal, as another tab does. */
export function takeJournal(name: string): WaitingEvent[] {
  const events = journaled(name)
  for (const key of Object.keys(localStorage)) if (key.startsWith(`${name}|`)) localStorage.removeItem(key)
  return events
}
