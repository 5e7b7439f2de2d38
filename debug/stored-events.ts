import { readRecord, storedKeys } from '../src/base/local-storage.js'

/** An event that waits on this device, as the outbox has stored it (`src/outbox/waiting-event.ts`). */
export interface StoredEvent {
  id: string
  name: string
  key: string
  data: object
  postponed?: { failures: number; at: number; delay: number }
}

/** The events that this device stores under a name: those of the journal now, and those that the database has had. */
export function storedEvents(name: string, inDatabase: unknown[] = []): StoredEvent[] {
  const journaled = storedKeys(`${name}|1|`).flatMap(key => readRecord(key))
  // An event that is being moved is in both places.
  const events = [...journaled, ...inDatabase].filter(isStoredEvent)
  return [...new Map(events.map(event => [event.key, event])).values()]
}

const isStoredEvent = (found: unknown): found is StoredEvent => {
  const { id, name, key, data } = Object(found)
  return [id, name, key].every(text => typeof text === 'string') && Object(data) === data
}

/** Reads the events in a database, which may not exist. Creates none. */
export async function readDatabase(name: string): Promise<unknown[]> {
  const opening = indexedDB.open(name)
  opening.onupgradeneeded = () => opening.transaction?.abort()
  const database = await resultOf(opening)
  try {
    return await resultOf(database.transaction('events').objectStore('events').getAll())
  } finally {
    // An open connection would prevent other tabs from deleting the database.
    database.close()
  }
}

const resultOf = <T>(request: IDBRequest<T>) =>
  new Promise<T>((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = reject
  })

/** When the event was tracked, in epoch milliseconds. */
export const trackedAt = ({ key }: StoredEvent): number => Number.parseInt(key.replace('~', ''), 10) / 1000

/** Why the outbox waits, as all tabs share it (`src/outbox/pace.ts`): the failures in a row, and when the wait ends in epoch milliseconds. */
export function outboxPause(name: string): { failures: number; until: number } | undefined {
  const stored = readRecord(`${name}:pace|1`)
  if (!Array.isArray(stored) || !stored.every(Number.isFinite)) return undefined
  const [at, failures, , wait] = stored as [number, number, number, number]
  return failures ? { failures, until: at + wait } : undefined
}
