import { z } from 'zod'
import { validate } from '../../http/body.js'
import { RestError } from '../../http/rest-error.js'
import type { CallDocs } from '../../openapi/call-docs.js'
import {
  describeReward,
  endedStates,
  type RewardRow,
  type RewardState,
  reward,
  selectRewards,
  successfulStates,
} from '../../rewards/reward.js'
import { type ProgramContext, personOf } from '../consumer-call.js'

/** The filters. Exactly one is required. */
const key = z.object({
  polling_id: z.string().optional().describe('The `polling_id` in the data of the event that earns the reward.'),
  reward_name: z.string().optional().describe('The name of the reward in the program.'),
  partner_event_id: z.string().optional().describe('Your own id of the event that earns the reward.'),
})

/** The column that each filter compares. */
const filters = {
  polling_id: `e.data->>'polling_id'`,
  reward_name: 'r.reward_name',
  partner_event_id: 'e.partner_event_id',
} as const

type Filter = keyof typeof filters

/**
 * `GET /v4/me/rewards/status`: `{status, reward, quality_results}` for exactly one of polling_id, reward_name,
 * partner_event_id (specification 4.3).
 */
export async function showRewardStatus(c: ProgramContext): Promise<Response> {
  const query = validate(key, c.req.query())
  const given = (Object.keys(filters) as Filter[]).filter(name => query[name])
  if (given.length !== 1)
    throw new RestError('invalid_reward_filter', 'Send exactly one of polling_id, reward_name and partner_event_id')
  const filter = given[0]!
  const value = query[filter]!
  if (!/^[^\p{Cc}]{1,200}$/u.test(value))
    throw new RestError('invalid_reward_id', 'The id or name must have 1 to 200 characters', {
      parameters: { name: filter },
    })
  const { person_id } = await personOf(c)
  const [row] = await c.env.db.query<RewardRow>(
    `${selectRewards} join events e using (event_id)
     where r.person_id = $1 and ${filters[filter]} = $2 order by r.created_at desc limit 1`,
    [person_id, value],
  )
  return Response.json({ status: statusOf(row?.state), reward: row ? describeReward(row) : null, quality_results: [] })
}

/** A reward is PENDING until it is fulfilled, and also while the platform does not know it yet (contract 5). */
function statusOf(state?: RewardState): 'PENDING' | 'SUCCEEDED' | 'FAILED' {
  if (!state) return 'PENDING'
  if (successfulStates.includes(state)) return 'SUCCEEDED'
  return endedStates.includes(state) ? 'FAILED' : 'PENDING'
}

export const rewardStatusDocs = {
  show: {
    summary: 'Get the status of a reward by exactly one of three filters',
    description:
      'PENDING: the reward is not known yet, or not fulfilled yet. Ask again later. SUCCEEDED: the reward is fulfilled, sent or redeemed. FAILED: it has failed, expired, or was canceled or revoked.',
    query: key,
    response: z.object({
      status: z.enum(['PENDING', 'SUCCEEDED', 'FAILED']),
      reward: reward.nullable(),
      quality_results: z.array(z.unknown()),
    }),
    errors: ['invalid_reward_filter', 'invalid_reward_id'],
  },
} satisfies Record<string, CallDocs>
