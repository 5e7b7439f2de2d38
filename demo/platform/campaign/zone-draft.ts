import type { Domain } from '../domain.js'
import { newSecret } from '../store/id.js'

/** What a user types into the editor of a zone, for the preview. It is no version. Only the key opens it, and it is deleted after a day. */
export interface ZoneDraft {
  preview_key: string
  campaign_id: string
  zone_name: string
  /** The valid JSON source. */
  source: string
}

interface TypedDraft extends Omit<ZoneDraft, 'preview_key'> {
  user_id: string
}

const LIFETIME_MS = 24 * 60 * 60_000

/** Keeps a draft under the key of a former draft of the same user and zone, else under a new key. Returns the key. */
export async function keepDraft(
  { db, settings }: Pick<Domain, 'db' | 'settings'>,
  { user_id, campaign_id, zone_name, source }: TypedDraft,
  formerKey: string,
): Promise<string> {
  const changedAt = new Date(settings.machineNow())
  const [kept] = await db.query<{ preview_key: string }>(
    `update zone_drafts set source = $5, changed_at = $6
     where preview_key = $1 and user_id = $2 and campaign_id = $3 and zone_name = $4 returning preview_key`,
    [formerKey, user_id, campaign_id, zone_name, source, changedAt],
  )
  if (kept) return kept.preview_key
  const key = newSecret()
  await db.query(
    `insert into zone_drafts (preview_key, user_id, campaign_id, zone_name, source, changed_at)
     values ($1, $2, $3, $4, $5, $6)`,
    [key, user_id, campaign_id, zone_name, source, changedAt],
  )
  return key
}

/** Finds a draft of a zone by its preview key. */
export async function draftedZone(
  { db }: Pick<Domain, 'db'>,
  key: string,
  zone: string,
): Promise<ZoneDraft | undefined> {
  const [draft] = await db.query<ZoneDraft>(
    'select preview_key, campaign_id, zone_name, source from zone_drafts where preview_key = $1 and zone_name = $2',
    [key, zone],
  )
  return draft
}

/** Deletes the drafts that nobody has changed for a day. */
export async function deleteOldDrafts(db: Domain['db'], now: number): Promise<void> {
  await db.query('delete from zone_drafts where changed_at <= $1', [new Date(now - LIFETIME_MS)])
}
