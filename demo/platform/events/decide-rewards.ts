import { type ConditionName, checkConditions, type Viewer } from '../campaign/conditions.js'
import type { Role } from '../campaign/program.js'
import type { RewardRule } from '../campaign/reward-rule.js'
import { type Check, unmetIn, untilUnmet } from '../check.js'
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

type RewardCheck = Check<ConditionName | 'referral' | 'friends' | 'once_per'>

/** A refusal has the rule that refuses, and the value that decided. */
export type RewardDecision =
  | { outcome: 'earned'; reward: RewardRule; recipient: Recipient }
  | { outcome: 'none'; reward: RewardRule; rule: RewardCheck['rule']; value: unknown }

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
  const unmet = unmetIn(checkReward(reward, step, facts))
  const recipient = recipientOf(reward, step)
  if (!unmet && recipient) return { outcome: 'earned', reward, recipient }
  const { rule, value }: Pick<RewardCheck, 'rule' | 'value'> = unmet ?? { rule: 'referral', value: null }
  return { outcome: 'none', reward, rule, value }
}

/** What decides about a reward, in the order in which it is tried: its conditions, who earns it, and how often. */
export function checkReward(reward: RewardRule, step: EarningStep, facts: EarningFacts | undefined): RewardCheck[] {
  const checks: RewardCheck[] = [...checkConditions(reward.when, step.viewer)]
  const { referral } = step
  if (reward.to !== 'consumer')
    checks.push({
      rule: 'referral',
      expected: null,
      value: referral?.advocate_id ?? null,
      isMet: referral !== undefined,
    })
  if (facts && reward.friends !== undefined) {
    const friends = countedFriends(reward, step, facts)
    checks.push({ rule: 'friends', expected: reward.friends, value: friends, isMet: friends >= reward.friends })
  }
  const earlier = facts?.earlier[reward.name] ?? null
  checks.push({ rule: 'once_per', expected: reward.once_per, value: earlier, isMet: earlier === null })
  return untilUnmet(checks)
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
