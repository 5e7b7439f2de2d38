import type { Domain } from '../domain.js'
import { isBlockedInSql } from '../identity/block.js'
import { PRODUCTION } from './container.js'
import { enterStates } from './reward-state.js'

/** The number of rewards in one transaction. */
export const BATCH = 100

/**
 * Fulfills the rewards that are due, or one of them. Those of a person who is blocked for rewards stay EARNED (contract 5), as do those
 * of test containers: otherwise a consumer who names a new container with each order would get a coupon each time. Returns how many were fulfilled, at most `BATCH`.
 */
export async function fulfillDueRewards(domain: Domain, rewardId?: string): Promise<number> {
  return domain.db.transaction(async db => {
    // Skips rewards that another process fulfills or changes at the same time.
    const due = await db.query<{ reward_id: string }>(
      `select reward_id from rewards join persons using (person_id)
       where state = 'EARNED' and fulfill_at <= $1 and container = '${PRODUCTION}' and not ${isBlockedInSql('REWARDS')} and ($2::text is null or reward_id = $2)
       order by fulfill_at, rewards.position limit ${BATCH} for update of rewards skip locked`,
      [new Date(domain.settings.now()), rewardId ?? null],
    )
    for (const { reward_id } of due) await enterStates({ ...domain, db }, reward_id, ['FULFILLED'])
    return due.length
  })
}
