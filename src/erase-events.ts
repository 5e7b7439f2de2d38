/** A browser that does not delete a database in this time never answers. */
const PATIENCE_MS = 3_000

/** What comes after the name: an event, a sender, the pace. */
const PARTS = ['|', ':senders|', ':pace']

/**
 * Deletes every event that this device keeps for one program, and what belongs to them: the records in `localStorage` at once, then the
 * databases. It needs no code that is fetched later, so that a page that is left, or whose network is blocked, leaves nothing behind.
 * `name` is `rewards:<program domain>`. Resolves with whether everything is deleted.
 */
export async function eraseEvents(name: string): Promise<boolean> {
  const deleted = [deleteDatabase(name), deleteDatabase(`${name}:senders`)]
  try {
    for (const key of Object.keys(localStorage))
      if (PARTS.some(part => key.startsWith(name + part))) localStorage.removeItem(key)
  } catch {
    // Storage is blocked, or not there at all: nothing is kept there.
  }
  return (await Promise.all(deleted)).every(done => done)
}

/** Other tabs close their connections when they hear of it. A database that is not there counts as deleted. */
function deleteDatabase(name: string): Promise<boolean> {
  return new Promise(resolve => {
    try {
      const request = indexedDB.deleteDatabase(name)
      request.onsuccess = () => resolve(true)
      request.onerror = () => resolve(false)
      setTimeout(resolve, PATIENCE_MS, false)
    } catch {
      resolve(true) // blocked, or not there at all
    }
  })
}
