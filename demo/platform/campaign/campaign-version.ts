import type { Domain } from '../domain.js'
import { newSecret } from '../store/id.js'

/**
 * A version of the campaign (specification 3.5): a draft, or published. What it holds of a zone counts from then on, or
 * as soon as it is published; zones it does not hold are as earlier versions have left them.
 */
export interface CampaignVersion {
  campaign_id: string
  version: number
  /** The version it was edited from. */
  parent_version: number | null
  editor_id: string
  message: string
  /** Who has it may see the version, published or not. */
  preview_key: string
  created_date: Date
  published_date: Date | null
}

/** What a version makes of a zone. */
export interface ZoneVersion extends CampaignVersion {
  zone_name: string
  source: string
}

type Store = Pick<Domain, 'db'>

/** The versions that change this zone, or any zone, newest first. */
export async function zoneVersions({ db }: Store, zoneName?: string): Promise<ZoneVersion[]> {
  return db.query<ZoneVersion>(`${select} where $1::text is null or zone_name = $1 order by version desc`, [
    zoneName ?? null,
  ])
}

/** The live one: the newest that is published (specification 3.5). Undefined: nothing stands behind the zone. */
export async function liveVersion({ db }: Store, zoneName: string): Promise<ZoneVersion | undefined> {
  const [live] = await db.query<ZoneVersion>(
    `${select} where zone_name = $1 and published_date is not null order by version desc limit 1`,
    [zoneName],
  )
  return live
}

/** The version of a zone that a preview key opens. */
export async function previewedVersion({ db }: Store, key: string, zone?: string): Promise<ZoneVersion | undefined> {
  const [version] = await db.query<ZoneVersion>(
    `${select} where preview_key = $1 and ($2::text is null or zone_name = $2) limit 1`,
    [key, zone ?? null],
  )
  return version
}

/** Keeps others from adding a version until the transaction ends. */
export async function lockCampaign({ db }: Store): Promise<void> {
  await db.query('select 1 from programs for update')
}

export interface Edit {
  /** What each zone that is changed is to hold. */
  zones: Record<string, string>
  editorId: string
  message: string
  parent?: number | undefined
  publish: boolean
  at: Date
}

/** Adds a version. One that is published is so from its creation: that is what makes it a publish (specification 3.5). */
export async function addVersion({ db }: Store, edit: Edit): Promise<number> {
  const { zones, editorId, message, parent, publish, at } = edit
  return db.transaction(async db => {
    const [added] = await db.query<{ campaign_id: string; version: number }>(
      `insert into campaign_versions
         (campaign_id, version, parent_version, editor_id, message, preview_key, created_date, published_date)
       select campaign_id, (select coalesce(max(version), 0) + 1 from campaign_versions), $1, $2, $3, $4, $5, $6
       from programs limit 1 returning campaign_id, version`,
      [parent ?? null, editorId, message, newSecret(), at, publish ? at : null],
    )
    const { campaign_id, version } = added!
    for (const [name, source] of Object.entries(zones))
      await db.query('insert into zones (campaign_id, version, zone_name, source) values ($1, $2, $3, $4)', [
        campaign_id,
        version,
        name,
        source,
      ])
    return version
  })
}

export const isPublish = ({ created_date, published_date }: CampaignVersion) =>
  published_date?.getTime() === created_date.getTime()

const select = 'select * from zones join campaign_versions using (campaign_id, version)'
