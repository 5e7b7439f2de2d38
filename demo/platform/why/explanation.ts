import type { Check } from '../check.js'

/** A decision of the platform, with the rules in the order in which they were tried. */
export interface Decision {
  about: 'quality' | 'advocate' | 'referral' | 'reward' | 'audience' | 'creative' | 'fulfillment' | 'purchase'
  /** Which quality, reward, audience, … */
  name: string
  outcome: string
  /** The rules that were tried. The last one has decided. */
  checks: Check[]
}

/** Why somebody has got something, or has not: one answer to one question. */
export interface Answer {
  /** What the answer is about: the name of a reward or zone. Null: the whole event. */
  name: string | null
  outcome: 'earned' | 'none' | 'waiting' | 'ended' | 'received' | 'shown'
  /** The rule that decided. */
  code: string
  /** The value that decided, and what the rule asks for. */
  value: unknown
  expected: unknown
  /** Whom `text` is for. */
  to: 'consumer' | 'friend' | 'advocate'
  /** The answer for a customer, in plain words and without data of anybody else. */
  text: string
}

/** Undefined: the answer is about all campaigns. */
export type AnswerInCampaign = Answer & { campaign_id?: string }

/** Rules have one word in the code, and in the API. */
export const codeOf = (rule: string): string => rule.replaceAll(' ', '_')
