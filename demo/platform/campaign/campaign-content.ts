import type { Domain } from '../domain.js'

/** A part of a campaign: its program, or one of its zones. */
export interface CampaignPart {
  /** Null: the program. */
  zone: string | null
  source: string
  /** The version that changed the part last, and when. */
  version: number
  updated_date: Date
  /** When a version that counts had the part first. */
  created_date: Date
}

interface Moment {
  /** Only versions up to this one count. */
  publishedUntil: number
  /** A version that counts although it may be a draft, and before all others. */
  including?: number
}

/**
 * The parts of a campaign as its published versions have made them. A version contains only the parts that it changes, so each part
 * comes from the newest version that changes it.
 */
export async function campaignContent(
  { db }: Pick<Domain, 'db'>,
  campaignId: string,
  { publishedUntil, including = 0 }: Moment,
): Promise<CampaignPart[]> {
  return db.query<CampaignPart>(
    `select distinct on (zone) zone, source, version, created_date as updated_date,
       min(created_date) over (partition by zone) as created_date
     from (
       select campaign_id, version, null as zone, program as source from campaign_versions where program is not null
       union all
       select campaign_id, version, zone_name, source from zones
     ) parts join campaign_versions using (campaign_id, version)
     where campaign_id = $1 and (version = $3 or (version <= $2 and published_date is not null))
     order by zone nulls first, version = $3 desc, version desc`,
    [campaignId, publishedUntil, including],
  )
}

/** The parts as of a version: those that it changes, and those that earlier published versions have made. */
export const contentAsOf = (domain: Pick<Domain, 'db'>, campaignId: string, version: number) =>
  campaignContent(domain, campaignId, { publishedUntil: version, including: version })

/** The parts that a version changes. */
export const changedParts = (domain: Pick<Domain, 'db'>, campaignId: string, version: number) =>
  campaignContent(domain, campaignId, { publishedUntil: 0, including: version })
