import { z } from 'zod'
import { cards } from './card.js'
import { audienceConditions, conditions } from './conditions.js'
import { displayName, identifier, stepName } from './names.js'
import { rewardRule, supplier } from './reward-rule.js'

export const qualities = ['HIGH', 'LOW', 'NONE'] as const
export type Quality = (typeof qualities)[number]

/** How an advocate is found for a step: by a code in the data of the event, or by a click on a link. */
export const referralSources = ['advocate_code', 'coupon_code', 'click'] as const

/** The journey of an advocate or friend, and the steps that begin or continue it. */
const journey = z.strictObject({
  /** Default: the name of the program. */
  name: displayName.optional(),
  steps: z.array(stepName).default([]),
})

/** Whoever does the step under these conditions joins. Without a step, only the brand adds people. */
const audience = z.strictObject({ step: stepName.optional(), when: conditions.default({}) })

/** How a friend is referred, and who can refer and be referred (eligibility). */
const referral = z.strictObject({
  step: stepName,
  found_by: z.array(z.enum(referralSources)).min(1).default(['advocate_code', 'click']),
  click_days: z.int().min(1).max(3650).default(90),
  advocate: audienceConditions.default({}),
  friend: audienceConditions.default({}),
})

/** The first rule that fits a step sets its quality. Default: HIGH. Other qualities have no effects. */
const qualityRule = z.strictObject({ step: stepName, when: conditions.default({}), quality: z.enum(qualities) })

/** The brand's own ids of events, in their data. Steps and persons can be found by them; the first one present identifies a step. */
const partnerKeys = z
  .array(identifier)
  .max(20)
  .default(['partner_conversion_id', 'partner_shipment_id', 'partner_event_id'])

/** What a campaign does with events: a part of its version, like the zones. `docs/programs.md` describes each field. */
export const program = z.strictObject({
  name: displayName,
  /** Steps and journeys have the label, and steps can be filtered by it. */
  label: identifier,
  /** The name of the step for an event. Default: the name of the event. */
  events: z.record(stepName, stepName).default({}),
  quality: z.array(qualityRule).default([]),
  journeys: z.strictObject({ advocate: journey.optional(), friend: journey.optional() }).default({}),
  audiences: z.record(identifier, audience).default({}),
  referral: referral.optional(),
  /** Who supplies rewards, by the name that rewards refer to. */
  suppliers: z.record(identifier, supplier).default({}),
  rewards: z.array(rewardRule).max(50).default([]),
  partner_keys: partnerKeys,
  /** What messengers show for a share link, by language. */
  cards: cards.default({}),
})

export type Program = z.output<typeof program>
export type Role = keyof Program['journeys']
export type ReferralRule = z.output<typeof referral>

/** The program of a campaign that has published none: it only records events. */
export const emptyProgram = (name: string): Program => program.parse({ name, label: name })

/** The step that an event is recorded as. */
export const stepOf = ({ events }: Pick<Program, 'events'>, eventName: string): string =>
  Object.hasOwn(events, eventName) ? events[eventName]! : eventName

/** The name of the journey. Undefined if the program has no such journey. */
export function journeyName({ journeys, name }: Program, role: Role): string | undefined {
  const journey = journeys[role]
  return journey && (journey.name ?? name)
}
