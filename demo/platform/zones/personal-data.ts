import type { Domain } from '../domain.js'
import { friendsOf } from '../events/friends.js'
import { sharingStatsOf } from '../events/sharing-stats.js'
import { describeReward, type RewardRow, selectRewards } from '../rewards/reward.js'

/** The rewards of this person, newest first. */
export async function rewardsOf({ db }: Domain, person_id: string): Promise<object[]> {
  const rows = await db.query<RewardRow>(`${selectRewards} where r.person_id = $1 order by r.position desc`, [
    person_id,
  ])
  return rows.map(describeReward)
}

/**
 * The results of this person's sharing. `earned` is the largest sum in a currency, else in another unit such as points. Percentages do not add up.
 */
export async function totalsOf({ db }: Domain, person_id: string): Promise<object> {
  const { earned, ...counts } = await sharingStatsOf(db, [person_id])
  const sums = earned.filter(({ type }) => type !== 'PERCENT_OFF')
  return { ...counts, earned: sums.find(({ type }) => isCurrency(type)) ?? sums[0] ?? null }
}

const isCurrency = (type: string) => /^[A-Z]{3}$/.test(type)

/** The weeks of the chart: a quarter of a year. */
const WEEKS = 12

/** The clicks of other people on the links of this person in each of the last weeks, which begin on Monday in UTC. */
export async function clicksByWeek({ db, settings }: Domain, person_id: string): Promise<object> {
  const points = await db.query<{ date: string; value: number }>(
    `with clicked as (
       select date_trunc('week', c.clicked_at, 'UTC') as week from clicks c join shareables s using (code)
       where s.person_id = $1 and c.person_id <> s.person_id)
     select to_char(weeks.week at time zone 'UTC', 'YYYY-MM-DD') as date, count(clicked.week)::int as value
     from generate_series(date_trunc('week', $2::timestamptz, 'UTC') - ${WEEKS - 1} * interval '7 days',
       date_trunc('week', $2::timestamptz, 'UTC'), interval '7 days') as weeks(week)
     left join clicked using (week) group by weeks.week order by weeks.week`,
    [person_id, new Date(settings.now())],
  )
  return { name: 'clicks', points }
}

/** The number of friends that this person referred. */
export async function numberOfFriends({ db }: Domain, person_id: string): Promise<number> {
  return (await friendsOf(db, [person_id])).length
}
