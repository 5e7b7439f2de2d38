import { meetsAudienceConditions } from '../campaign/conditions.js'
import type { ReferralRule } from '../campaign/program.js'
import { type Check, unmetIn, untilUnmet } from '../check.js'

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

type ReferralCheck = Check<'self' | 'friend' | 'block' | 'each other' | 'advocate'>

/** A refusal has the rule that refuses, and the value that decided. */
export type ReferralDecision =
  | { outcome: 'stays' | 'new' }
  | { outcome: 'none'; rule: ReferralCheck['rule']; value: unknown }

/**
 * Whether an advocate refers a friend: nobody refers themselves, and a friend stays with the advocate who has referred them. Anew, both must be
 * eligible, the advocate must not be blocked for events, and the friend must not have referred the advocate: two persons cannot pay for each other.
 */
export function decideReferral(rule: ReferralRule, facts: ReferralFacts): ReferralDecision {
  const unmet = unmetIn(checkReferral(rule, facts))
  if (unmet) return { outcome: 'none', rule: unmet.rule, value: unmet.value }
  return { outcome: facts.isReferred ? 'stays' : 'new' }
}

/** The rules of `decideReferral` in the order in which they are tried. */
export function checkReferral({ friend, advocate }: ReferralRule, facts: ReferralFacts): ReferralCheck[] {
  const { friendId, advocateId, friendAudiences, advocateAudiences, isAdvocateBlocked, hasReferredAdvocate } = facts
  const own = { rule: 'self', expected: null, value: advocateId, isMet: advocateId !== friendId } as const
  if (facts.isReferred) return [own]
  return untilUnmet<ReferralCheck['rule']>([
    own,
    {
      ...{ rule: 'friend', expected: friend, value: friendAudiences.join() },
      isMet: meetsAudienceConditions(friend, friendAudiences),
    },
    { rule: 'block', expected: null, value: isAdvocateBlocked ? 'EVENTS' : null, isMet: !isAdvocateBlocked },
    { rule: 'each other', expected: null, value: hasReferredAdvocate ? advocateId : null, isMet: !hasReferredAdvocate },
    {
      ...{ rule: 'advocate', expected: advocate, value: advocateAudiences.join() },
      isMet: meetsAudienceConditions(advocate, advocateAudiences),
    },
  ])
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

/**
 * The state of an offer: with a link, it is available only if a purchase now would refer the friend anew, also a friend of another advocate. It also
 * welcomes visitors without a link.
 */
export function decideOffer(rule: ReferralRule, facts: OfferFacts): OfferState {
  const { referral } = facts
  if (referral?.advocateId === facts.friendId) return 'self_referral'
  if (referral && decideReferral(rule, referral).outcome === 'new') return 'available'
  if (facts.isReferredByAnybody) return 'used'
  return !referral && meetsAudienceConditions(rule.friend, facts.friendAudiences) ? 'available' : 'ineligible'
}
