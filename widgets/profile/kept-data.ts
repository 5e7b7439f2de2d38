import type { Rewards } from '../../src/index.js'
import { heightKey } from '../reserved-height.js'

/** What this browser keeps about a person that a page can see: SECURITY.md says what it is for. */
export interface KeptData {
  token: boolean
  /** How many of each. */
  events: number
  heights: number
  dismissals: number
}

const HEIGHT = heightKey('')
const DISMISSAL = 'rewards:dismissed:'

export async function keptData({ domain }: Rewards): Promise<KeptData> {
  const name = `rewards:${domain}`
  // One that is just being moved lies in both places.
  const events = new Set([...keysFrom(`${name}|`).map(key => key.slice(name.length + 1)), ...(await storedKeys(name))])
  return {
    token: /_page_token=\w/.test(document.cookie),
    events: events.size,
    heights: keysFrom(HEIGHT).length,
    dismissals: keysFrom(DISMISSAL).length,
  }
}

/** Forgets what a logout leaves: what was only ever about how the page looks. */
export function forgetLooks(): void {
  for (const key of [...keysFrom(HEIGHT), ...keysFrom(DISMISSAL)]) localStorage.removeItem(key)
}

function keysFrom(prefix: string): string[] {
  try {
    return Object.keys(localStorage).filter(key => key.startsWith(prefix))
  } catch {
    return [] // blocked: nothing is kept there
  }
}

/** Of the events in the database; a database that is not there is not made. */
const storedKeys = (name: string) =>
  new Promise<string[]>(resolve => {
    const none = () => resolve([])
    try {
      const opening = indexedDB.open(name)
      opening.onupgradeneeded = () => opening.transaction?.abort()
      opening.onerror = none
      opening.onsuccess = () => {
        const database = opening.result
        const reading = database.transaction('events').objectStore('events').getAllKeys()
        reading.onsuccess = () => resolve(reading.result.map(String))
        reading.onerror = none
        database.close()
      }
    } catch {
      none()
    }
  })
