import type { Domain } from '../domain.js'
import { addJob } from '../jobs/job.js'
import type { TransactionKind } from '../jobs/job-kind.js'
import { enterStates } from './reward-state.js'

/** The reason in the history of a reward. */
export const EXPIRED = 'Expired at its expires_at'

/** The jobs that expire a reward at its `expires_at`. */
export const expirations: TransactionKind = {
  name: 'expiry',
  title: 'Expiry of a reward',
  atOnce: 4,
  beforeRequests: true,
  async run(domain, { lane }) {
    await expireReward(domain, lane)
    return undefined
  },
}

/** Expires a reward whose `expires_at` has passed, whether it is fulfilled or not. A redeemed reward is used, so it stays. */
async function expireReward(domain: Domain, rewardId: string): Promise<void> {
  const [due] = await domain.db.query(
    `select 1 from rewards where reward_id = $1 and state in ('EARNED', 'FULFILLED', 'SENT') and expires_at <= $2 for update`,
    [rewardId, new Date(domain.settings.now())],
  )
  if (due) await enterStates(domain, rewardId, ['EXPIRED'], { message: EXPIRED })
}

/** Adds the job for the `expires_at` of a reward, in the transaction that sets it. */
export const scheduleExpiry = (domain: Domain, rewardId: string, expiresAt: Date): Promise<void> =>
  addJob(domain, {
    ...{ job_id: `${expirations.name}:${rewardId}`, kind: expirations.name, lane: rewardId },
    ...{ payload: null, runAt: expiresAt },
  })
