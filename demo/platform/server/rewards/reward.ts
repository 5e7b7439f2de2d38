import { z } from 'zod'
import type { Domain } from '../../domain.js'
import { describeReward, type RewardRow, reward, selectRewards } from '../../events/reward.js'
import { RestError } from '../../http/rest-error.js'
import type { TimeInterval } from '../time-interval.js'

export const rewardType = z
  .string()
  .describe(
    'What kind of reward its supplier gives. A reward of the type `CUSTOM_REWARD` is fulfilled by your backend, with the calls of “Reward Suppliers”.',
  )

/** A reward in a response to the brand's backend (specification 2.3, contract 5). */
export const rewardSchema = reward
  .extend({ reward_name: z.string(), reward_supplier_id: z.string(), reward_type: rewardType })
  .meta({ id: 'Reward' })

export interface ServerRewardRow extends RewardRow {
  reward_name: string
  reward_supplier_id: string
  reward_type: string
}

export const describe = (row: ServerRewardRow) => ({
  ...describeReward(row),
  reward_name: row.reward_name,
  reward_supplier_id: row.reward_supplier_id,
  reward_type: row.reward_type,
})

export interface RewardFilters {
  reward_id?: string | undefined
  person_id?: string | undefined
  reward_supplier_id?: string | undefined
  reward_type?: string | undefined
  partner_reward_id?: string | undefined
  states?: readonly string[] | undefined
  time_interval?: TimeInterval | undefined
}

/** The filtered rewards of the client, newest first. `time_interval` filters by the time of the event that earned them. */
export function findRewards({ db, clientId }: Domain, filters: RewardFilters): Promise<ServerRewardRow[]> {
  const { reward_id, person_id, reward_supplier_id, reward_type, partner_reward_id, states, time_interval } = filters
  const given = [reward_id, person_id, reward_supplier_id, reward_type, partner_reward_id, states]
  return db.query<ServerRewardRow>(
    `${selectRewards}
     where client_id = $9 and ($1::text is null or reward_id = $1)
       and ($2::text is null or r.person_id = (select coalesce(merged_into, person_id) from persons where person_id = $2))
       and ($3::text is null or reward_supplier_id = $3) and ($4::text is null or reward_type = $4)
       and ($5::text is null or partner_reward_id = $5) and ($6::text[] is null or state = any($6))
       and ($7::timestamptz is null or (coalesce(r.event_time, r.created_at) >= $7 and coalesce(r.event_time, r.created_at) < $8))
     order by r.position desc`,
    [...given.map(value => value ?? null), time_interval?.from ?? null, time_interval?.to ?? null, clientId],
  )
}

/** Finds one reward. Throws `invalid_reward_id` if no reward matches. */
export async function oneReward(
  domain: Domain,
  filters: RewardFilters & { reward_id: string },
): Promise<ServerRewardRow> {
  const [reward] = await findRewards(domain, filters)
  if (reward) return reward
  throw new RestError('invalid_reward_id', 'There is no reward with this id', {
    parameters: { reward_id: filters.reward_id },
  })
}
