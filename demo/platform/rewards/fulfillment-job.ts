import { PRODUCTION } from '../container.js'
import type { Domain } from '../domain.js'
import type { TransactionKind } from '../jobs/job-kind.js'
import { addRewardJob } from './add-reward-job.js'
import { decideFulfillment } from './decide-change.js'
import { enterStates } from './enter-states.js'
import { lockFacts } from './facts.js'

/** The jobs that fulfill a reward at its `fulfill_at`. A job that finds that it must not be fulfilled ends: what changes that adds another one. */
export const fulfillments: TransactionKind = {
  name: 'fulfillment',
  title: 'Fulfillment of a reward',
  atOnce: 4,
  beforeRequests: true,
  async run(domain, { lane }) {
    await fulfillReward(domain, lane)
    return undefined
  },
}

/** Fulfills a reward if it is due. Otherwise it stays as it is. */
export async function fulfillReward(domain: Domain, rewardId: string): Promise<void> {
  const facts = await lockFacts(domain, rewardId)
  if (facts && decideFulfillment(facts, domain.settings.now()).isAllowed)
    await enterStates(domain, rewardId, ['FULFILLED'])
}

/** Adds the jobs for the rewards that wait: for those of a person whose block has ended, or for one that is EARNED again. */
export async function scheduleFulfillment(
  domain: Domain,
  { personId, rewardId }: { personId?: string; rewardId?: string },
): Promise<void> {
  const waiting = await domain.db.query<{ reward_id: string; fulfill_at: Date }>(
    `select reward_id, fulfill_at from rewards where (person_id = $1 or reward_id = $2)
       and state = 'EARNED' and fulfill_at is not null and container = '${PRODUCTION}' order by position`,
    [personId ?? null, rewardId ?? null],
  )
  for (const { reward_id, fulfill_at } of waiting) await addRewardJob(domain, fulfillments.name, reward_id, fulfill_at)
}
