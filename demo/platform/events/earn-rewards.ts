import { meetsConditions, type Viewer } from '../campaign/conditions.js'
import type { LiveProgram } from '../campaign/live-program.js'
import type { RewardRule } from '../campaign/reward-rule.js'
import { containerOf } from '../container.js'
import type { Domain } from '../domain.js'
import type { ConsumerEvent } from './consumer-event.js'
import { earnReward, type Recipient } from './earn-reward.js'
import { friendsOf } from './friends.js'
import { lockEarnings } from './lock-earnings.js'
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
    domain.db,
    earned.map(({ recipient }) => recipient.personId),
  )
  for (const { rule, recipient } of earned)
    if (await hasEnoughFriends(domain, live, rule, event, recipient, referral))
      await earnReward(domain, live, event, rule, recipient)
}

function recipientOf({ to }: RewardRule, event: ConsumerEvent, referral: Referral | undefined): Recipient | undefined {
  if (to === 'consumer') return { personId: event.person_id, friendId: null, advocateId: null, role: undefined }
  if (!referral) return undefined
  if (to === 'friend')
    return { personId: event.person_id, friendId: null, advocateId: referral.advocate_id, role: 'friend' }
  return { personId: referral.advocate_id, friendId: event.person_id, advocateId: null, role: 'advocate' }
}

/**
 * Whether the advocate had referred as many friends as the reward needs, at the time of the event. A new friend whose event arrives late
 * completes the number of those who came after them.
 */
async function hasEnoughFriends(
  { db }: Domain,
  { campaign_id: campaignId }: LiveProgram,
  { friends, once_per }: RewardRule,
  { data, until }: ConsumerEvent,
  { personId }: Recipient,
  referral: Referral | undefined,
): Promise<boolean> {
  if (friends === undefined) return true
  const completes = referral?.isNew && once_per !== 'event'
  const referred = await friendsOf(db, [personId], {
    campaignId,
    container: containerOf(data),
    until: completes ? null : until,
  })
  return referred.length >= friends
}
