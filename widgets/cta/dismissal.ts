import type { RewardsStorage, Zone } from '../../src/api.js'
import { DISMISSAL_PREFIX } from '../../src/erase-appearance.js'

/** What a person has made of an overlay: a pill, or nothing. */
export type Dismissal = 'minimized' | 'gone'

/** Stores the dismissal for this person and this campaign. Stores nothing where the consumer has not allowed it. */
export function rememberDismissal(storage: RewardsStorage, zone: Zone, dismissal: Dismissal): void {
  try {
    const prefix = recordPrefix(storage, zone)
    if (prefix) localStorage.setItem(keyOf(zone), prefix + dismissal)
  } catch {
    // Storage is full or blocked: the overlay appears again on the next page.
  }
}

/** Returns the stored dismissal. Deletes a record of another person or campaign, and any record once nothing may be stored. */
export function recallDismissal(storage: RewardsStorage, zone: Zone): Dismissal | undefined {
  try {
    const record = localStorage.getItem(keyOf(zone)) ?? ''
    const prefix = recordPrefix(storage, zone)
    if (prefix && record.startsWith(prefix)) return record.slice(prefix.length) as Dismissal
    localStorage.removeItem(keyOf(zone))
  } catch {
    // Storage is blocked: nothing is stored.
  }
  return undefined
}

const keyOf = ({ name }: Zone) => DISMISSAL_PREFIX + name

/** A record is `<owner>|<campaign>|<dismissal>`: it holds the person's random id, never the token. */
const recordPrefix = ({ owner }: RewardsStorage, { campaign_id }: Zone) => owner && `${owner}|${campaign_id}|`
