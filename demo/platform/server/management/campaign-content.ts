import { readableClient } from '../../campaign/campaign-client.js'
import { contentAsOf } from '../../campaign/campaign-content.js'
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

/** The zones as of a version, sorted by name. */
export async function zonesAt(domain: Domain, { campaign_id, version }: VersionRow): Promise<ZoneRow[]> {
  const parts = await contentAsOf(domain, campaign_id, version)
  const zones = parts.flatMap(({ zone, ...part }) => (zone === null ? [] : [{ zone_name: zone, ...part }]))
  return zones.sort((a, b) => (a.zone_name < b.zone_name ? -1 : 1))
}

/** The source of the program as of a version. Undefined if the campaign has no program yet. */
export async function programAt(domain: Domain, { campaign_id, version }: VersionRow): Promise<string | undefined> {
  return (await contentAsOf(domain, campaign_id, version)).find(({ zone }) => zone === null)?.source
}
