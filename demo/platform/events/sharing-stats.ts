import { isInProduction, PRODUCTION } from '../container.js'
import { endedStates } from '../rewards/reward.js'
import type { Queryable } from '../store/database.js'
import { friendsOf } from './friends.js'

/** The results of sharing. */
export interface SharingStats {
  shares: number
  /** Clicks of other people on the links. */
  clicks: number
  /** Friends who were referred. */
  conversions: number
  /** The sum of rewards in each currency, largest first. Without canceled, expired, failed and revoked rewards. */
  earned: { value: number; type: string }[]
}

/** The combined results of these persons in production. */
export async function sharingStatsOf(db: Queryable, personIds: string[]): Promise<SharingStats> {
  const [counts] = await db.query<Pick<SharingStats, 'shares' | 'clicks'>>(
    `select
       (select count(*)::int from shares where person_id = any($1) and ${isInProduction('data')}) as shares,
       (select count(*)::int from clicks c join shareables s using (code)
        where s.person_id = any($1) and c.person_id <> s.person_id) as clicks`,
    [personIds],
  )
  const earned = await db.query<SharingStats['earned'][number]>(
    `select sum(face_value)::float8 as value, face_value_type as type from rewards
     where person_id = any($1) and state <> all($2) and container = '${PRODUCTION}' group by face_value_type order by value desc, type`,
    [personIds, endedStates],
  )
  return { ...counts!, conversions: (await friendsOf(db, personIds)).length, earned }
}
