import type { Domain } from '../domain.js'
import type { CampaignVersion } from './campaign-version.js'
import { readProgram } from './read-program.js'

/** A version in the history of its campaign: without sources, with the names of the parts that it changes. */
export interface VersionInHistory extends Omit<CampaignVersion, 'program' | 'preview_key'> {
  changes_program: boolean
  zones: string[]
}

type Store = Pick<Domain, 'db' | 'clientId'>

/** The ids of the client's campaigns, oldest first. */
export async function campaignIds({ db, clientId }: Store): Promise<string[]> {
  const rows = await db.query<{ campaign_id: string }>(
    'select campaign_id from programs where client_id = $1 order by position',
    [clientId],
  )
  return rows.map(({ campaign_id }) => campaign_id)
}

/** The versions of a campaign, newest first. Empty if the client has no such campaign. */
export async function campaignHistory({ db, clientId }: Store, campaignId: string): Promise<VersionInHistory[]> {
  return db.query<VersionInHistory>(
    `select campaign_id, version, parent_version, editor_id, message, created_date, published_date,
       program is not null as changes_program,
       array(select zone_name from zones z where z.campaign_id = v.campaign_id and z.version = v.version order by 1) as zones
     from campaign_versions v join programs using (campaign_id)
     where client_id = $1 and campaign_id = $2 order by version desc`,
    [clientId, campaignId],
  )
}

/** The live version: the newest published one (specification 3.5). Undefined if none is published. `versions` are newest first. */
export const liveIn = <T extends Pick<CampaignVersion, 'published_date'>>(versions: T[]): T | undefined =>
  versions.find(({ published_date }) => published_date)

/** The name of a campaign in its live program, else in its newest draft. */
export async function campaignName({ db }: Pick<Domain, 'db'>, campaignId: string): Promise<string> {
  const [row] = await db.query<{ program: string }>(
    `select program from campaign_versions where campaign_id = $1 and program is not null
     order by published_date is null, version desc limit 1`,
    [campaignId],
  )
  return (row && readProgram(row.program).value?.name) ?? campaignId
}

/** The source of the program in a version. Undefined if the version does not change the program. */
export async function programIn(
  { db }: Pick<Domain, 'db'>,
  campaignId: string,
  version: number,
): Promise<string | undefined> {
  const [row] = await db.query<{ program: string | null }>(
    'select program from campaign_versions where campaign_id = $1 and version = $2',
    [campaignId, version],
  )
  return row?.program ?? undefined
}
