import { PRODUCTION } from '../container.js'
import type { Queryable } from '../store/database.js'

interface Condition {
  /** Only friends of this campaign. Default: of all. */
  campaignId?: string
  /** Default: production. */
  container?: string
  /** Only friends who had been referred by then. Null: all. */
  until?: Date | null
}

/** The friends whom these persons referred, oldest first, each once. */
export async function friendsOf(
  db: Queryable,
  personIds: string[],
  { campaignId, container = PRODUCTION, until = null }: Condition = {},
): Promise<string[]> {
  const rows = await db.query<{ friend_id: string }>(
    `select friend_id from referrals where advocate_id = any($1) and container = $2
       and ($3::timestamptz is null or coalesce(referred_at, updated_at) <= $3) and ($4::text is null or campaign_id = $4)
     group by friend_id order by min(position)`,
    [personIds, container, until, campaignId ?? null],
  )
  return rows.map(({ friend_id }) => friend_id)
}
