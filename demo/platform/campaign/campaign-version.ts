import type { Domain } from '../domain.js'
import { newSecret } from '../store/id.js'
import { noCampaign } from './campaign-client.js'

/**
 * A version of the campaign (specification 3.5): a draft, or published. It contains only the zones that it changes,
 * and the program if it changes it.
 */
export interface CampaignVersion {
  campaign_id: string
  version: number
  /** The version it was edited from. */
  parent_version: number | null
  editor_id: string
  message: string
  /** Whoever has this key can see the version, even if it is not published. */
  preview_key: string
  created_date: Date
  published_date: Date | null
  /** The source of the program. Null: the version does not change it. */
  program: string | null
}

/** The content of a zone in a version. */
export interface ZoneVersion extends CampaignVersion {
  zone_name: string
  source: string
}

type Store = Pick<Domain, 'db' | 'clientId'>

/** The versions that change this zone, or any zone, of one campaign or of all, newest first. */
export async function zoneVersions(
  { db, clientId }: Store,
  zoneName?: string,
  campaignId?: string,
): Promise<ZoneVersion[]> {
  return db.query<ZoneVersion>(
    `${select} where client_id = $1 and ($2::text is null or zone_name = $2) and ($3::text is null or campaign_id = $3)
     order by created_date desc, version desc, position desc`,
    [clientId, zoneName ?? null, campaignId ?? null],
  )
}

/**
 * The live version of each zone in each campaign, or of one zone: the newest published one (specification 3.5). The zone that was published
 * last comes first. With a time: those that were live then.
 */
export const liveVersions = ({ db, clientId }: Store, zoneName?: string, at?: Date): Promise<ZoneVersion[]> =>
  db.query<ZoneVersion>(
    `select * from (
       select distinct on (zone_name, campaign_id) zone_name, source, campaign_versions.*, programs.position
       from zones join campaign_versions using (campaign_id, version) join programs using (campaign_id)
       where client_id = $1 and ($2::text is null or zone_name = $2) and published_date <= coalesce($3, 'infinity'::timestamptz)
       order by zone_name, campaign_id, version desc
     ) live order by zone_name, published_date desc, position desc`,
    [clientId, zoneName ?? null, at ?? null],
  )

/** Finds the version of a zone by its preview key. The key is enough: it also opens a version of another client. */
export async function previewedVersion(
  { db }: Pick<Domain, 'db'>,
  key: string,
  zone?: string,
): Promise<ZoneVersion | undefined> {
  const [version] = await db.query<ZoneVersion>(
    `${select} where preview_key = $1 and ($2::text is null or zone_name = $2) limit 1`,
    [key, zone ?? null],
  )
  return version
}

/** The versions that change the program, newest first. */
export async function programVersions({ db, clientId }: Store): Promise<CampaignVersion[]> {
  return db.query<CampaignVersion>(
    `select v.* from campaign_versions v join programs using (campaign_id)
     where client_id = $1 and program is not null order by created_date desc, version desc`,
    [clientId],
  )
}

/**
 * Locks a campaign of the client until the transaction ends, so that nobody else can add a version. Returns its id. Throws
 * `invalid_campaign_id` if the client has no such campaign.
 */
export async function lockCampaign({ db, clientId }: Store, campaignId?: string): Promise<string> {
  const [campaign] = await db.query<{ campaign_id: string }>(
    `select campaign_id from programs where client_id = $1 and ($2::text is null or campaign_id = $2)
     order by position limit 1 for update`,
    [clientId, campaignId ?? null],
  )
  if (campaign) return campaign.campaign_id
  throw noCampaign(clientId)
}

export interface Edit {
  /** Default: the first campaign of the client. */
  campaignId?: string | undefined
  /** The new source of each changed zone by name. */
  zones?: Record<string, string>
  /** The new source of the program, if it changes. */
  program?: string
  editorId: string
  message: string
  parent?: number | undefined
  publish: boolean
  at: Date
}

/**
 * Adds a version. A published version has the same date of creation and publication (specification 3.5). Throws `invalid_campaign_id` for a client
 * without a campaign.
 */
export async function addVersion(domain: Store, edit: Edit): Promise<number> {
  const { zones = {}, program, editorId, message, parent, publish, at, campaignId } = edit
  return domain.db.transaction(async db => {
    const campaign_id = await lockCampaign({ ...domain, db }, campaignId)
    const [added] = await db.query<{ version: number }>(
      `insert into campaign_versions
         (campaign_id, version, parent_version, editor_id, message, preview_key, created_date, published_date, program)
       select $8::text, coalesce(max(version), 0) + 1, $1::int, $2::text, $3::text, $4::text, $5::timestamptz, $6::timestamptz, $7::text
       from campaign_versions where campaign_id = $8 returning version`,
      [parent ?? null, editorId, message, newSecret(), at, publish ? at : null, program ?? null, campaign_id],
    )
    const { version } = added!
    await db.query(
      `insert into zones (campaign_id, version, zone_name, source)
       select $1, $2, name, source from unnest($3::text[], $4::text[]) as edited (name, source)`,
      [campaign_id, version, Object.keys(zones), Object.values(zones)],
    )
    return version
  })
}

const select = `select zone_name, source, campaign_versions.* from zones join campaign_versions using (campaign_id, version)
  join programs using (campaign_id)`
