import { z } from 'zod'
import type { Domain } from '../../domain.js'
import { LIST_PAGE, listResponse, pagesOf } from '../../http/list-response.js'
import { unknownReward } from '../../rewards/change-state.js'
import {
  describeReward,
  earnedAtInSql,
  type RewardRow,
  type RewardState,
  reward,
  selectRewards,
} from '../../rewards/reward.js'
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
  position: number
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

/** Responds with the filtered rewards of the client, newest first. */
export const listRewards = (domain: Domain, filters: RewardFilters): Promise<Response> =>
  listResponse(
    pagesOf<ServerRewardRow>(last => findRewards(domain, filters, last)),
    rows => rows.map(describe),
  )

/** The filtered rewards of the client, newest first: a page of those older than `last`. */
function findRewards(
  { db, clientId }: Domain,
  filters: RewardFilters,
  last?: ServerRewardRow,
): Promise<ServerRewardRow[]> {
  const { sql, params } = conditionOf(clientId, filters)
  const older = last ? `and r.position < $${params.push(last.position)}` : ''
  return db.query<ServerRewardRow>(
    `${selectRewards} where ${sql} ${older} order by r.position desc limit ${LIST_PAGE}`,
    params,
  )
}

/** How many of the filtered rewards are in each state. States without rewards are left out. */
export function countRewards({ db, clientId }: Domain, filters: RewardFilters) {
  const { sql, params } = conditionOf(clientId, filters)
  return db.query<{ state: RewardState; count: number }>(
    `select state, count(*)::int as count from rewards r join programs p using (campaign_id) where ${sql} group by state`,
    params,
  )
}

/** Only the filters that are given are part of the statement: so each uses its index. `time_interval` filters by the time of the event that earned a reward. */
function conditionOf(clientId: string, filters: RewardFilters): { sql: string; params: unknown[] } {
  const { reward_id, person_id, reward_supplier_id, reward_type, partner_reward_id, states, time_interval } = filters
  const params: unknown[] = []
  const parameter = (value: unknown) => `$${params.push(value)}`
  const conditions = [`p.client_id = ${parameter(clientId)}`]
  const equal = (column: string, value: string | undefined) => {
    if (value !== undefined) conditions.push(`${column} = ${parameter(value)}`)
  }
  equal('reward_id', reward_id)
  equal('reward_supplier_id', reward_supplier_id)
  equal('reward_type', reward_type)
  equal('partner_reward_id', partner_reward_id)
  if (person_id !== undefined)
    conditions.push(
      `r.person_id = (select coalesce(merged_into, person_id) from persons where person_id = ${parameter(person_id)})`,
    )
  if (states) conditions.push(`state = any(${parameter(states)})`)
  if (time_interval) {
    const time = earnedAtInSql('r')
    conditions.push(`${time} >= ${parameter(time_interval.from)} and ${time} < ${parameter(time_interval.to)}`)
  }
  return { sql: conditions.join(' and '), params }
}

/** Finds one reward. Throws `invalid_reward_id` if no reward matches. */
export async function oneReward(
  domain: Domain,
  filters: RewardFilters & { reward_id: string },
): Promise<ServerRewardRow> {
  const [reward] = await findRewards(domain, filters)
  if (reward) return reward
  throw unknownReward(filters.reward_id)
}
