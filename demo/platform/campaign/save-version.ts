import type { Domain } from '../domain.js'
import { addVersion, type Edit, lockCampaign } from './campaign-version.js'

export interface CheckedEdit extends Edit {
  /** The newest version that the editor has seen. 0: none. Undefined: the edit replaces whatever is the newest. */
  seen: number | undefined
}

/** What somebody else saved in the meantime. */
export interface Conflict {
  /** The newest version that changes one of the same parts. */
  version: number
  /** The parts that changed: `program`, or `zones.` with the name of a zone. */
  parts: string[]
}

/** The saved version, or the conflict because of which nothing was saved. */
export type Saved = { version: number; conflict?: undefined } | { version?: undefined; conflict: Conflict }

/**
 * Adds a version of a campaign of the client. If a part that it changes was also changed by a draft or published version after `seen`,
 * nothing is saved: the editor has not seen that change.
 */
export function saveVersion(domain: Domain, { seen, ...edit }: CheckedEdit): Promise<Saved> {
  return domain.db.transaction(async db => {
    const within: Domain = { ...domain, db }
    const campaignId = await lockCampaign(within, edit.campaignId)
    const conflict = seen === undefined ? undefined : await conflictWith(within, { ...edit, campaignId }, seen)
    return conflict ? { conflict } : { version: await addVersion(within, { ...edit, campaignId }) }
  })
}

async function conflictWith(
  { db }: Domain,
  edit: Edit & { campaignId: string },
  seen: number,
): Promise<Conflict | undefined> {
  const changes = await db.query<{ part: string; version: number }>(
    `select part, max(version) as version from (
       select campaign_id, version, 'program' as part from campaign_versions where $3 and program is not null
       union all
       select campaign_id, version, 'zones.' || zone_name from zones where zone_name = any($4)
     ) changes where campaign_id = $1 and version > $2 group by part order by part`,
    [edit.campaignId, seen, edit.program !== undefined, Object.keys(edit.zones ?? {})],
  )
  if (changes.length === 0) return undefined
  return { version: Math.max(...changes.map(({ version }) => version)), parts: changes.map(({ part }) => part) }
}
