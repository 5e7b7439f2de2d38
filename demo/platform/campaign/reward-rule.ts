import { z } from 'zod'
import { conditions } from './conditions.js'
import { identifier, plainText, stepName } from './names.js'

/** When an earned reward is fulfilled: at once, some days later, or when the brand approves it. */
const fulfillment = z.discriminatedUnion('mode', [
  z.strictObject({ mode: z.literal('immediate') }),
  z.strictObject({ mode: z.literal('delayed'), days: z.int().min(1).max(365) }),
  z.strictObject({ mode: z.literal('approval') }),
])

/** The coupon that the recipient gets with the fulfillment: a fixed code, or a new code for each reward. */
const coupon = z.union(
  [
    z.strictObject({ code: plainText.min(1).max(100) }),
    z.strictObject({ prefix: z.string().regex(/^[A-Za-z0-9]{1,20}$/, 'Expected 1 to 20 letters and digits') }),
  ],
  'Expected an object with a code of 1 to 100 characters, or with a prefix of 1 to 20 letters and digits',
)

/** The type of rewards that the brand fulfills itself, with the calls for custom rewards. */
export const CUSTOM_REWARD = 'CUSTOM_REWARD'

/** Whoever supplies rewards of one type. */
export const supplier = z.strictObject({
  /** Becomes the `reward_type` of each reward. */
  type: z
    .string()
    .regex(/^[A-Z][A-Z0-9_]{1,49}$/, 'Expected a type in capital letters, such as CUSTOM_REWARD or MANUAL_COUPON'),
})

/** A reward of the program, and the rule by which it is earned. */
export const rewardRule = z
  .strictObject({
    /** Unique in the program. */
    name: identifier,
    /** The consumer whose step earns the reward, as a referred friend or in any case, or the advocate who referred them. */
    to: z.enum(['advocate', 'friend', 'consumer']),
    step: stepName,
    /** Compared with the event and the consumer of the step. */
    when: conditions.default({}),
    /** The advocate earns the reward when they have referred this many friends. */
    friends: z.int().min(1).max(1000).optional(),
    value: z.number().positive(),
    type: z.string().regex(/^[A-Z][A-Z_]{1,19}$/, 'Expected a currency such as USD, or POINTS, PERCENT_OFF or MONTH'),
    /** How often a recipient can earn the reward. Default: see `defaultLimit`. */
    once_per: z.enum(['friend', 'person', 'event']).optional(),
    supplier: identifier.default('store-credit'),
    coupon: coupon.optional(),
    fulfillment: fulfillment.default({ mode: 'approval' }),
  })
  .transform(rule => ({ ...rule, once_per: rule.once_per ?? defaultLimit(rule) }))

export type RewardRule = z.output<typeof rewardRule>

/** The type of a supplier's rewards. The brand fulfills those of a supplier that the program does not describe. */
export const rewardTypeOf = (suppliers: Record<string, { type: string }>, name: string): string =>
  Object.hasOwn(suppliers, name) ? suppliers[name]!.type : CUSTOM_REWARD

/** An advocate earns a reward once for each friend, except for a reward that needs several friends. */
const defaultLimit = ({ to, friends }: { to: string; friends?: number | undefined }) =>
  to === 'advocate' && friends === undefined ? 'friend' : 'person'
