import type { Rewards } from '../../src/api.js'
import { DISMISSAL_PREFIX, eraseAppearance, HEIGHT_PREFIX } from '../../src/erase-appearance.js'
import { readDocumentCookie } from '../../src/token/document-cookie.js'
import { keptOwner } from '../kept-owner.js'

/** A browser that does not open its database in this time never answers. */
const PATIENCE_MS = 3_000

/** What this browser keeps about a person that a page can see: SECURITY.md says what it is for. */
export interface KeptData {
  token: boolean
  /** How many of each. */
  events: number
  heights: number
  dismissals: number
}

export async function keptData({ domain }: Rewards): Promise<KeptData> {
  const name = `rewards:${domain}`
  // One that is just being moved lies in both places.
  const events = new Set([...keysFrom(`${name}|`).map(key => key.slice(name.length + 1)), ...(await storedKeys(name))])
  return {
    token: keptOwner(cookiesOf(domain)) !== undefined,
    events: events.size,
    heights: keysFrom(HEIGHT_PREFIX).length,
    dismissals: keysFrom(DISMISSAL_PREFIX).length,
  }
}

/** Forgets what a logout leaves: what was only ever about how the page looks. */
export const forgetLooks = eraseAppearance

/** Those of this program: another one on the page has cookies of its own. */
function cookiesOf(domain: string): string {
  const program = encodeURIComponent(domain.replace(/^https:\/\//, ''))
  return readDocumentCookie()
    .split('; ')
    .filter(pair => pair.split('=')[0]?.endsWith(`_page_token.${program}`))
    .join('; ')
}

function keysFrom(prefix: string): string[] {
  try {
    return Object.keys(localStorage).filter(key => key.startsWith(prefix))
  } catch {
    return [] // blocked: nothing is kept there
  }
}

/** Of the events in the database; a database that is not there is not made, and one that does not answer counts as empty. */
const storedKeys = (name: string) =>
  new Promise<string[]>(resolve => {
    const none = () => resolve([])
    setTimeout(none, PATIENCE_MS)
    try {
      const opening = indexedDB.open(name)
      opening.onupgradeneeded = () => opening.transaction?.abort()
      opening.onerror = none
      opening.onsuccess = () => {
        const database = opening.result
        try {
          const reading = database.transaction('events').objectStore('events').getAllKeys()
          reading.onsuccess = () => resolve(reading.result.map(String))
          reading.onerror = none
        } catch {
          none() // somebody else's
        }
        // Open, it would keep others from deleting it.
        database.close()
      }
    } catch {
      none()
    }
  })
