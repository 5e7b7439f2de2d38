import { meetsAudienceConditions } from '../campaign/conditions.js'
import type { ReferralRule } from '../campaign/program.js'

/** What decides whether an advocate refers a friend, as of now and in one container. */
export interface ReferralFacts {
  friendId: string
  advocateId: string
  friendAudiences: string[]
  advocateAudiences: string[]
  /** Whether the advocate is blocked for events. */
  isAdvocateBlocked: boolean
  /** Whether the advocate has referred the friend before. */
  isReferred: boolean
  /** Whether the friend has referred the advocate. */
  hasReferredAdvocate: boolean
}

/** A refusal has the rule that refuses, and the value that decided. */
export type ReferralDecision =
  | { outcome: 'stays' | 'new' }
  | { outcome: 'none'; rule: 'self' | 'friend' | 'block' | 'each other' | 'advocate'; value: string }

/**
 * Whether an advocate refers a friend: nobody refers themselves, and a friend stays with the advocate who has referred them. Anew, both must be
 * eligible, the advocate must not be blocked for events, and the friend must not have referred the advocate: two persons cannot pay for each other.
 */
export function decideReferral({ friend, advocate }: ReferralRule, facts: ReferralFacts): ReferralDecision {
  const { friendId, advocateId } = facts
  if (advocateId === friendId) return refuse('self', friendId)
  if (facts.isReferred) return { outcome: 'stays' }
  if (!meetsAudienceConditions(friend, facts.friendAudiences)) return refuse('friend', facts.friendAudiences.join())
  if (facts.isAdvocateBlocked) return refuse('block', 'EVENTS')
  if (facts.hasReferredAdvocate) return refuse('each other', advocateId)
  if (!meetsAudienceConditions(advocate, facts.advocateAudiences))
    return refuse('advocate', facts.advocateAudiences.join())
  return { outcome: 'new' }
}

/** What a zone says about the offer of a program to a friend. */
export type OfferState = 'available' | 'used' | 'self_referral' | 'ineligible'

/** What decides about the offer. */
export interface OfferFacts {
  friendId: string
  friendAudiences: string[]
  /** Whether anybody has referred the friend before. */
  isReferredByAnybody: boolean
  /** With the advocate of the friend's link. Undefined: there is no link. */
  referral: ReferralFacts | undefined
}

/** The state of an offer: it is available only if a purchase now would refer the friend. It also welcomes visitors without a link. */
export function decideOffer(rule: ReferralRule, facts: OfferFacts): OfferState {
  const { referral } = facts
  if (referral?.advocateId === facts.friendId) return 'self_referral'
  if (facts.isReferredByAnybody) return 'used'
  if (referral) return decideReferral(rule, referral).outcome === 'none' ? 'ineligible' : 'available'
  return meetsAudienceConditions(rule.friend, facts.friendAudiences) ? 'available' : 'ineligible'
}

const refuse = (rule: Extract<ReferralDecision, { outcome: 'none' }>['rule'], value: string): ReferralDecision => ({
  outcome: 'none',
  rule,
  value,
})
