import { PRODUCTION } from '../container.js'
import type { Queryable } from '../store/database.js'
import { prepared } from '../store/prepared.js'

/** The friends whom these persons referred in production, in any campaign, oldest first, each once. */
export async function friendsOf(db: Queryable, personIds: string[]): Promise<string[]> {
  const rows = await db.query<{ friend_id: string }>(
    `select friend_id from referrals where advocate_id = any($1) and container = $2 group by friend_id order by min(position)`,
    [personIds, PRODUCTION],
  )
  return rows.map(({ friend_id }) => friend_id)
}

interface Condition {
  campaignId: string
  container: string
  /** Null: now. */
  until: Date | null
}

/** How many friends a person has referred in a campaign, each once: in all, and by a time. */
export async function countFriends(
  db: Queryable,
  personId: string,
  { campaignId, container, until }: Condition,
): Promise<{ total: number; byThen: number }> {
  const [count] = await db.query<{ total: number; byThen: number }>(COUNT, [personId, campaignId, container, until])
  return count!
}

const COUNT = prepared(`
  select count(distinct friend_id)::int as total,
    count(distinct friend_id) filter (where $4::timestamptz is null or coalesce(referred_at, updated_at) <= $4)::int as "byThen"
  from referrals where advocate_id = $1 and campaign_id = $2 and container = $3`)
