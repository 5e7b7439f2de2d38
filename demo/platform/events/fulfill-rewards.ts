import type { Domain } from '../domain.js'
import { isBlockedInSql } from '../identity/block.js'
import { addJob } from '../jobs/job.js'
import type { TransactionKind } from '../jobs/job-kind.js'
import { PRODUCTION } from './container.js'
import { enterStates } from './reward-state.js'

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

/** Rewards that the platform fulfills, unless their person is blocked. */
const WAITS = `state = 'EARNED' and fulfill_at is not null and container = '${PRODUCTION}'`

/**
 * Fulfills a reward that is due. That of a person who is blocked for rewards stays EARNED (contract 5), as does that of a test container:
 * otherwise a consumer who names a new container with each order would get a coupon each time. What has expired is not fulfilled.
 */
export async function fulfillReward(domain: Domain, rewardId: string): Promise<void> {
  const [due] = await domain.db.query(
    `select 1 from rewards join persons using (person_id)
     where reward_id = $1 and ${WAITS} and fulfill_at <= $2 and (expires_at is null or expires_at > $2) and not ${isBlockedInSql('REWARDS')}
     for update of rewards`,
    [rewardId, new Date(domain.settings.now())],
  )
  if (due) await enterStates(domain, rewardId, ['FULFILLED'])
}

/** Adds the jobs for the rewards that wait: for those of a person whose block has ended, or for one that is EARNED again. */
export async function scheduleFulfillment(
  domain: Domain,
  { personId, rewardId }: { personId?: string; rewardId?: string },
): Promise<void> {
  const waiting = await domain.db.query<{ reward_id: string; fulfill_at: Date }>(
    `select reward_id, fulfill_at from rewards where (person_id = $1 or reward_id = $2) and ${WAITS} order by position`,
    [personId ?? null, rewardId ?? null],
  )
  for (const { reward_id, fulfill_at } of waiting)
    await addJob(domain, {
      ...{ job_id: `${fulfillments.name}:${reward_id}`, kind: fulfillments.name, lane: reward_id },
      ...{ payload: null, runAt: fulfill_at },
    })
}
