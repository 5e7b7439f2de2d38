import { removeRecord, storedKeys } from './local-storage.js'

/** Some browsers never answer. After this time, the database counts as not deleted. */
const TIMEOUT_MS = 3_000

/** What comes after `name` in a key of `localStorage`: events, senders, the logins of a native app, the pace. Of each version. */
const SUFFIXES = ['|', ':senders|', ':login|', ':pace']

/**
 * Deletes the events that this device stores for one program, their senders, the logins of a native app, and the pace: the records in `localStorage` at once, then the
 * databases. Needs no code that loads on demand, so it works on a page that is being left, or whose network is blocked. `name` is
 * `rewards:<program domain>`. Resolves with whether everything is deleted.
 */
export async function eraseEvents(name: string): Promise<boolean> {
  const deletions = [deleteDatabase(name), deleteDatabase(`${name}:senders`)]
  storedKeys(...SUFFIXES.map(suffix => name + suffix)).forEach(removeRecord)
  return (await Promise.all(deletions)).every(isDeleted => isDeleted)
}

/** Other tabs close their connections to the database. A database that does not exist counts as deleted. */
function deleteDatabase(name: string): Promise<boolean> {
  return new Promise(resolve => {
    try {
      const request = indexedDB.deleteDatabase(name)
      request.onsuccess = () => resolve(true)
      request.onerror = () => resolve(false)
      setTimeout(resolve, TIMEOUT_MS, false)
    } catch {
      resolve(true) // storage is blocked, or does not exist
    }
  })
}
