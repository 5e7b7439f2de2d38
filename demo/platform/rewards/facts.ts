import type { Domain } from '../domain.js'
import { isBlockedInSql } from '../identity/block.js'
import type { TimedFacts } from './decide-change.js'

/** Reads what decides about changes of a reward, and locks it: a concurrent change waits, so that it sees the new state. Undefined if it is gone. */
export async function lockFacts({ db }: Domain, rewardId: string): Promise<TimedFacts | undefined> {
  const [facts] = await db.query<TimedFacts>(
    `select state, reward_type, container, fulfill_at, expires_at, ${isBlockedInSql('REWARDS')} as is_blocked
     from rewards join persons using (person_id) where reward_id = $1 for update of rewards`,
    [rewardId],
  )
  return facts
}
