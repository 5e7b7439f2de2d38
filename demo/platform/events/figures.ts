import type { Queryable } from '../store/database.js'
import { endedStates } from './reward.js'

/** What sharing has led to, ever. */
export interface Figures {
  shares: number
  /** Others' clicks on the links. */
  clicks: number
  /** Friends who have bought. */
  conversions: number
  /** Rewards in each currency, without those that came to nothing; the greatest sum first. */
  earned: { value: number; type: string }[]
}

/** What these persons' sharing has led to, together. */
export async function figuresOf(db: Queryable, personIds: string[]): Promise<Figures> {
  const [counts] = await db.query<Omit<Figures, 'earned'>>(
    `select
       (select count(*)::int from shares where person_id = any($1)) as shares,
       (select count(*)::int from clicks c join shareables s using (code)
        where s.person_id = any($1) and c.person_id <> s.person_id) as clicks,
       (select count(*)::int from referrals where advocate_id = any($1) and reason = 'CONVERSION') as conversions`,
    [personIds],
  )
  const earned = await db.query<Figures['earned'][number]>(
    `select sum(face_value)::float8 as value, face_value_type as type from rewards
     where person_id = any($1) and state <> all($2) group by face_value_type order by value desc, type`,
    [personIds, endedStates],
  )
  return { ...counts!, earned }
}
