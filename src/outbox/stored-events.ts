import { attempt } from '../base/attempt.js'
import { inTime } from '../base/in-time.js'
import { createJournal, DATABASE_VERSION } from './journal.js'
import { keysOf } from './waiting-event.js'

/** Some browsers never open their database. After this time, the database counts as empty. */
const TIMEOUT_MS = 3_000

/** Counts the events that this device stores for one program, in `localStorage` and in the database. `name` is `rewards:<program domain>`. */
export async function countStoredEvents(name: string): Promise<number> {
  const journaled = keysOf(createJournal(name).events())
  const stored = await inTime(databaseKeys(name), TIMEOUT_MS, Error).catch(() => [])
  // An event that is being moved is in both places.
  return new Set([...journaled, ...stored]).size
}

/** Does not create a missing database. Rejects if there is no usable database, also if its version is later, and when the page is left. */
async function databaseKeys(name: string): Promise<IDBValidKey[]> {
  const opening = indexedDB.open(name, DATABASE_VERSION)
  opening.onupgradeneeded = () => opening.transaction?.abort()
  const database = await resultOf(opening)
  // A database of the page itself has no such store.
  const reading = attempt(() => database.transaction('events').objectStore('events').getAllKeys())
  // An open connection would prevent other tabs from deleting the database.
  database.close()
  if (!reading) return []
  // In Safari, a page in the back/forward cache would block the database for all others.
  const stop = () => attempt(() => reading.transaction?.abort())
  globalThis.addEventListener?.('pagehide', stop)
  return resultOf(reading).finally(() => globalThis.removeEventListener?.('pagehide', stop))
}

const resultOf = <T>(request: IDBRequest<T>) =>
  new Promise<T>((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = reject
  })
