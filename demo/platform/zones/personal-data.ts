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

/** The number of friends that this person referred. */
export async function numberOfFriends({ db }: Domain, person_id: string): Promise<number> {
  return (await friendsOf(db, [person_id])).length
}
