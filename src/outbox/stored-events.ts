import { attempt } from '../base/attempt.js'
import { storedKeys } from '../base/local-storage.js'

/** Some browsers never open their database. After this time, the database counts as empty. */
const TIMEOUT_MS = 3_000

/** Counts the events that this device stores for one program, in `localStorage` and in the database. `name` is `rewards:<program domain>`. */
export async function countStoredEvents(name: string): Promise<number> {
  const prefix = `${name}|`
  const journaled = storedKeys(prefix).map(key => key.slice(prefix.length))
  // An event that is being moved is in both places.
  return new Set([...journaled, ...(await databaseKeys(name))]).size
}

/** Does not create a missing database. A database that does not answer, or not before the page is left, counts as empty. */
function databaseKeys(name: string): Promise<string[]> {
  let timer: ReturnType<typeof setTimeout> | undefined
  let stop = () => {}
  return new Promise<string[]>(resolve => {
    const giveUp = () => resolve([])
    timer = setTimeout(giveUp, TIMEOUT_MS)
    try {
      const opening = indexedDB.open(name)
      opening.onupgradeneeded = () => opening.transaction?.abort()
      opening.onerror = giveUp
      opening.onsuccess = () => {
        const database = opening.result
        try {
          const reading = database.transaction('events').objectStore('events').getAllKeys()
          reading.onsuccess = () => resolve(reading.result.map(String))
          reading.onerror = giveUp
          // In Safari, a page in the back/forward cache would block the database for all others.
          stop = () => attempt(() => reading.transaction?.abort())
          globalThis.addEventListener?.('pagehide', stop)
        } catch {
          giveUp() // a database of the page itself, without the SDK's store
        }
        // An open connection would prevent other tabs from deleting the database.
        database.close()
      }
    } catch {
      giveUp()
    }
  }).finally(() => {
    clearTimeout(timer)
    globalThis.removeEventListener?.('pagehide', stop)
  })
}
