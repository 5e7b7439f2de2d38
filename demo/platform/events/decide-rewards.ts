import { type UnmetCondition, unmetCondition, type Viewer } from '../campaign/conditions.js'
import type { Role } from '../campaign/program.js'
import type { RewardRule } from '../campaign/reward-rule.js'
import type { Referral } from './referral.js'

/** A step that can earn rewards. */
export interface EarningStep {
  step: string
  personId: string
  viewer: Viewer
  referral: Referral | undefined
}

/** Who earns a reward, and for which friend. Null: for their own event. */
export interface Recipient {
  personId: string
  friendId: string | null
  /** The advocate because of whom a friend earns it. */
  advocateId: string | null
  role: Role | undefined
}

/** What is read under the lock of the recipients (`lockEarnings`). */
export interface EarningFacts {
  /** By the name of the reward: the id of the one that its recipient has already, if the limit allows no other. */
  earlier: Record<string, string | null>
  /** How many friends the advocate has referred, and how many of them by the time of the event. */
  friends: { total: number; byThen: number }
}

/** A refusal has the rule that refuses, and the value that decided. */
export type RewardDecision =
  | { outcome: 'earned'; reward: RewardRule; recipient: Recipient }
  | {
      outcome: 'none'
      reward: RewardRule
      rule: UnmetCondition['rule'] | 'referral' | 'friends' | 'once_per'
      value: unknown
    }

export type Earned = Extract<RewardDecision, { outcome: 'earned' }>

export const isEarned = (decision: RewardDecision): decision is Earned => decision.outcome === 'earned'

/** Which rewards a step earns, of those that the program has for it. Undefined facts: they are not read yet, and refuse nothing. */
export function decideRewards(
  rewards: RewardRule[],
  step: EarningStep,
  facts: EarningFacts | undefined,
): RewardDecision[] {
  return rewards.filter(reward => reward.step === step.step).map(reward => decideReward(reward, step, facts))
}

function decideReward(reward: RewardRule, step: EarningStep, facts: EarningFacts | undefined): RewardDecision {
  const unmet = unmetCondition(reward.when, step.viewer)
  if (unmet) return { outcome: 'none', reward, ...unmet }
  const recipient = recipientOf(reward, step)
  if (!recipient) return { outcome: 'none', reward, rule: 'referral', value: null }
  const friends = facts && countedFriends(reward, step, facts)
  if (friends !== undefined && reward.friends !== undefined && friends < reward.friends)
    return { outcome: 'none', reward, rule: 'friends', value: friends }
  const earlier = facts?.earlier[reward.name]
  return earlier
    ? { outcome: 'none', reward, rule: 'once_per', value: earlier }
    : { outcome: 'earned', reward, recipient }
}

function recipientOf({ to }: RewardRule, { personId, referral }: EarningStep): Recipient | undefined {
  if (to === 'consumer') return { personId, friendId: null, advocateId: null, role: undefined }
  if (!referral) return undefined
  if (to === 'friend') return { personId, friendId: null, advocateId: referral.advocate_id, role: 'friend' }
  return { personId: referral.advocate_id, friendId: personId, advocateId: null, role: 'advocate' }
}

/**
 * The friends that count for a reward: those whom the advocate had referred at the time of the event. A new friend whose event arrives late
 * completes the number of those who came after them.
 */
function countedFriends({ once_per }: RewardRule, { referral }: EarningStep, { friends }: EarningFacts): number {
  return referral?.isNew && once_per !== 'event' ? friends.total : friends.byThen
}
