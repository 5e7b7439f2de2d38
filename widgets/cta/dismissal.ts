import type { Zone } from '../../src/api.js'
import { DISMISSAL_PREFIX } from '../../src/erase-appearance.js'
import { keptOwner } from '../kept-owner.js'

/** What a person has made of an overlay: a small thing, or nothing at all. */
export type Dismissal = 'minimized' | 'gone'

/**
 * Remembers it for this person and this campaign, where anything may be kept on the device at all. That the page keeps its token in a
 * cookie says so; without that cookie nothing is written, and what was written while there was one is removed.
 */
export function rememberDismissal(zone: Zone, dismissal: Dismissal): void {
  try {
    const whose = recordOf(zone)
    if (whose) localStorage.setItem(keyOf(zone), whose + dismissal)
  } catch {
    // Storage is full or blocked: it will be asked again.
  }
}

export function recallDismissal(zone: Zone): Dismissal | undefined {
  try {
    const record = localStorage.getItem(keyOf(zone)) ?? ''
    const whose = recordOf(zone)
    if (whose && record.startsWith(whose)) return record.slice(whose.length) as Dismissal
    // Somebody else's, another campaign's, or kept no longer.
    localStorage.removeItem(keyOf(zone))
  } catch {}
  return undefined
}

const keyOf = ({ name }: Zone) => DISMISSAL_PREFIX + name

/** What a record of this person and campaign begins with: the random id that lies beside the token, never the token. */
function recordOf({ campaign_id }: Zone): string | undefined {
  const owner = keptOwner()
  return owner && `${owner}|${campaign_id}|`
}
