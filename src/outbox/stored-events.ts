/** A browser that does not open its database in this time never answers. */
const TIMEOUT_MS = 3_000

/** Counts the events that this device stores for one program, in `localStorage` and in the database. `name` is `rewards:<program domain>`. */
export async function countStoredEvents(name: string): Promise<number> {
  // An event that is just being moved is in both places.
  return new Set([...journalKeys(name), ...(await databaseKeys(name))]).size
}

function journalKeys(name: string): string[] {
  try {
    const prefix = `${name}|`
    return Object.keys(localStorage)
      .filter(key => key.startsWith(prefix))
      .map(key => key.slice(prefix.length))
  } catch {
    return [] // storage is blocked
  }
}

/** Does not create a database that is not there. A database that does not answer counts as empty. */
function databaseKeys(name: string): Promise<string[]> {
  return new Promise(resolve => {
    const giveUp = () => resolve([])
    setTimeout(giveUp, TIMEOUT_MS)
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
        } catch {
          giveUp() // a database of the page itself, without our store
        }
        // An open connection would keep others from deleting the database.
        database.close()
      }
    } catch {
      giveUp()
    }
  })
}
