import type { Domain } from '../domain.js'
import { BATCH } from './fulfill-rewards.js'
import { enterStates } from './reward-state.js'

/** The reason in the history of a reward. */
export const EXPIRED = 'Expired at its expires_at'

/**
 * Expires the rewards whose `expires_at` has passed, whether they are fulfilled or not. A redeemed reward is used, so it stays. Returns
 * how many were expired, at most `BATCH`.
 */
export async function expireDueRewards(domain: Domain): Promise<number> {
  return domain.db.transaction(async db => {
    // Skips rewards that another process expires or changes at the same time.
    const due = await db.query<{ reward_id: string }>(
      `select reward_id from rewards where state in ('EARNED', 'FULFILLED', 'SENT') and expires_at <= $1
       order by expires_at, position limit ${BATCH} for update skip locked`,
      [new Date(domain.settings.now())],
    )
    for (const { reward_id } of due) await enterStates({ ...domain, db }, reward_id, ['EXPIRED'], { message: EXPIRED })
    return due.length
  })
}
