import { meetsConditions, type Viewer } from '../campaign/conditions.js'
import type { LiveProgram } from '../campaign/live-program.js'
import type { RewardRule } from '../campaign/reward-rule.js'
import type { Domain } from '../domain.js'
import type { ConsumerEvent } from './consumer-event.js'
import { earnReward, type Recipient } from './earn-reward.js'
import type { Referral } from './referral.js'

export interface EarningStep {
  step: string
  viewer: Viewer
  referral: Referral | undefined
}

/** Gives the rewards whose rules fit the step. */
export async function earnRewards(
  domain: Domain,
  live: LiveProgram,
  event: ConsumerEvent,
  { step, viewer, referral }: EarningStep,
): Promise<void> {
  const rules = live.program.rewards.filter(rule => rule.step === step && meetsConditions(rule.when, viewer))
  const earned = rules.flatMap(rule => {
    const recipient = recipientOf(rule, event, referral)
    return recipient ? { rule, recipient } : []
  })
  await lockEarnings(
    domain,
    earned.map(({ recipient }) => recipient.personId),
  )
  for (const { rule, recipient } of earned)
    if (await hasEnoughFriends(domain, rule, recipient)) await earnReward(domain, live, event, rule, recipient)
}

function recipientOf({ to }: RewardRule, event: ConsumerEvent, referral: Referral | undefined): Recipient | undefined {
  if (to === 'consumer') return { personId: event.person_id, friendId: null, role: undefined }
  if (!referral) return undefined
  if (to === 'friend') return { personId: event.person_id, friendId: null, role: 'friend' }
  return { personId: referral.advocate_id, friendId: event.person_id, role: 'advocate' }
}

/**
 * Makes transactions that give rewards to the same persons run one after the other: each must count the friends and rewards of those
 * before it. The persons themselves are not locked, because their own requests lock in another order.
 */
async function lockEarnings({ db }: Domain, personIds: string[]): Promise<void> {
  for (const id of [...new Set(personIds)].sort())
    await db.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`rewards of ${id}`])
}

/** Whether the advocate has referred as many friends as the reward needs. Friends whose profiles were merged count once. */
async function hasEnoughFriends({ db }: Domain, { friends }: RewardRule, { personId }: Recipient): Promise<boolean> {
  if (friends === undefined) return true
  const [counted] = await db.query<{ count: number }>(
    `select count(distinct coalesce(merged_into, person_id))::int as count
     from referrals join persons on person_id = friend_id where advocate_id = $1`,
    [personId],
  )
  return counted!.count >= friends
}
