import type { Domain } from '../domain.js'
import type { TransactionKind } from '../jobs/job-kind.js'
import { addRewardJob } from './add-reward-job.js'
import { decideExpiry } from './decide-change.js'
import { enterStates } from './enter-states.js'
import { lockFacts } from './facts.js'

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

/** Expires a reward if its `expires_at` has passed. Otherwise it stays as it is. */
async function expireReward(domain: Domain, rewardId: string): Promise<void> {
  const facts = await lockFacts(domain, rewardId)
  if (facts && decideExpiry(facts, domain.settings.now()).isAllowed)
    await enterStates(domain, rewardId, ['EXPIRED'], { message: EXPIRED })
}

/** Adds the job for the `expires_at` of a reward, in the transaction that sets it. */
export const scheduleExpiry = (domain: Domain, rewardId: string, expiresAt: Date): Promise<void> =>
  addRewardJob(domain, expirations.name, rewardId, expiresAt)
