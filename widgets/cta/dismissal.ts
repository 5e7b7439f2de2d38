import type { RewardsStorage, Zone } from '../../src/api.js'
import { DISMISSAL_PREFIX } from '../../src/base/erase-appearance.js'

/** Stores what dismissing has left of an overlay, for this person and campaign, if the consumer allows storage. */
export function storeDismissal(storage: RewardsStorage, zone: Zone, dismissal: string): void {
  try {
    const prefix = recordPrefix(storage, zone)
    if (prefix) localStorage.setItem(storageKey(zone), prefix + dismissal)
  } catch {
    // Storage is full or blocked: the overlay appears again on the next page.
  }
}

/** Returns the stored dismissal. Deletes a record of another person or campaign, and any record if the consumer no longer allows storage. */
export function readDismissal(storage: RewardsStorage, zone: Zone): string | undefined {
  try {
    const record = localStorage.getItem(storageKey(zone)) ?? ''
    const prefix = recordPrefix(storage, zone)
    if (prefix && record.startsWith(prefix)) return record.slice(prefix.length)
    localStorage.removeItem(storageKey(zone))
  } catch {
    // Storage is blocked: nothing is stored.
  }
  return undefined
}

const storageKey = ({ name }: Zone) => DISMISSAL_PREFIX + name

/** A record is `<owner>|<campaign>|<dismissal>`. The owner is a random id of the person, never the token. */
const recordPrefix = ({ owner }: RewardsStorage, { campaign_id }: Zone) => owner && `${owner}|${campaign_id}|`
