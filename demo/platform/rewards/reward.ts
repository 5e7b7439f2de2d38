import { z } from 'zod'

export const rewardStates = [
  'EARNED',
  'FULFILLED',
  'SENT',
  'REDEEMED',
  'CANCELED',
  'EXPIRED',
  'FAILED',
  'REVOKED',
] as const

export type RewardState = (typeof rewardStates)[number]

/** A state in a request. It can be written in British English, too: `CANCELLED`. */
export const stateInRequest = z
  .enum([...rewardStates, 'CANCELLED'])
  .transform((state): RewardState => (state === 'CANCELLED' ? 'CANCELED' : state))
  .describe('The state of the reward. `CANCELLED` is the same as `CANCELED`.')

export const keyTypes = z.enum(['COUPON', 'ID', 'LINK'])

/** A reward in a response to its recipient. */
export const reward = z
  .object({
    reward_id: z.string(),
    state: z.enum(rewardStates),
    face_value: z.number(),
    face_value_type: z.string().describe('A currency, POINTS, PERCENT_OFF or MONTH.'),
    partner_reward_id: z.string().nullable().describe('For example the coupon code.'),
    partner_reward_key_type: keyTypes,
    campaign_id: z.string(),
    person_id: z.string(),
    container: z.string(),
    created_at: z.iso.datetime(),
    expires_at: z.iso.datetime().nullable(),
    data: z.record(z.string(), z.unknown()),
    journey_name: z.string(),
    sandbox: z.boolean(),
  })
  .meta({ id: 'Reward' })

/** The states of a reward that its recipient received. */
export const successfulStates: RewardState[] = ['FULFILLED', 'SENT', 'REDEEMED']

/** The states of a reward that its recipient does not receive or no longer has. */
export const endedStates: RewardState[] = ['CANCELED', 'EXPIRED', 'FAILED', 'REVOKED']

/** When a reward was earned: at the time of its event. Where that is not stored, when the reward was stored. */
export const earnedAtInSql = (rewards: string): string => `coalesce(${rewards}.event_time, ${rewards}.created_at)`

/** Selects `RewardRow`s. The caller appends conditions. */
export const selectRewards = `select r.*, cl.sandbox
  from rewards r join programs p on p.campaign_id = r.campaign_id join clients cl using (client_id)`

export interface RewardRow {
  reward_id: string
  state: RewardState
  face_value: string
  face_value_type: string
  partner_reward_id: string | null
  partner_reward_key_type: string
  campaign_id: string
  person_id: string
  container: string
  created_at: Date
  expires_at: Date | null
  data: Record<string, unknown>
  journey_name: string
  sandbox: boolean
}

/** Describes a reward to its recipient (contract 5). */
export const describeReward = (row: RewardRow) => ({
  reward_id: row.reward_id,
  state: row.state,
  face_value: Number(row.face_value),
  face_value_type: row.face_value_type,
  partner_reward_id: row.partner_reward_id,
  partner_reward_key_type: row.partner_reward_key_type,
  campaign_id: row.campaign_id,
  person_id: row.person_id,
  container: row.container,
  created_at: row.created_at,
  expires_at: row.expires_at,
  data: row.data,
  journey_name: row.journey_name,
  sandbox: row.sandbox,
})
