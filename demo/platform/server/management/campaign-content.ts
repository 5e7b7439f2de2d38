import { readableClient } from '../../campaign/campaign-client.js'
import type { Domain } from '../../domain.js'

/** The metadata of a campaign's version (specification 2.3). */
export interface VersionRow {
  campaign_id: string
  version: number
  parent_version: number | null
  editor_id: string
  message: string
  created_date: Date
  published_date: Date | null
}

/** A zone as of a version of the campaign. */
export interface ZoneRow {
  zone_name: string
  source: string
  /** The version that changed the zone last. */
  version: number
  created_date: Date
  updated_date: Date
}

/**
 * All versions of a campaign, newest first. The campaign of another client of the account can be read as well (specification 8). Throws
 * `invalid_campaign_id`.
 */
export async function versionsOf(domain: Domain, campaignId: string): Promise<VersionRow[]> {
  await readableClient(domain, campaignId)
  return domain.db.query<VersionRow>(
    `select campaign_id, version, parent_version, editor_id, message, created_date, published_date
     from campaign_versions where campaign_id = $1 order by version desc`,
    [campaignId],
  )
}

/** The campaigns of the client that have a version, oldest first. */
export async function campaignIds({ db, clientId }: Domain): Promise<string[]> {
  const campaigns = await db.query<{ campaign_id: string }>(
    `select campaign_id from programs
     where client_id = $1 and exists (select 1 from campaign_versions v where v.campaign_id = programs.campaign_id)
     order by position`,
    [clientId],
  )
  return campaigns.map(({ campaign_id }) => campaign_id)
}

/** The zones as of a version, sorted by name: those that the version or an earlier published version changed last. */
export const zonesAt = ({ db }: Domain, { campaign_id, version }: VersionRow): Promise<ZoneRow[]> =>
  db.query<ZoneRow>(
    `select * from (
       select distinct on (zone_name) zone_name, source, version, created_date as updated_date,
         min(created_date) over (partition by zone_name) as created_date
       from zones join campaign_versions using (campaign_id, version)
       where campaign_id = $1 and (version = $2 or (version < $2 and published_date is not null))
       order by zone_name, version desc
     ) as newest order by zone_name collate "C"`,
    [campaign_id, version],
  )

/** The source of the program as of a version. Undefined if the campaign has no program yet. */
export async function programAt(
  { db }: Domain,
  { campaign_id, version }: VersionRow,
): Promise<{ program: string } | undefined> {
  const [newest] = await db.query<{ program: string }>(
    `select program from campaign_versions
     where campaign_id = $1 and program is not null and (version = $2 or (version < $2 and published_date is not null))
     order by version desc limit 1`,
    [campaign_id, version],
  )
  return newest
}
