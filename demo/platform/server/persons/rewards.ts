import { z } from 'zod'
import { validate } from '../../http/body.js'
import type { CallDocs } from '../../openapi/call-docs.js'
import { stateInRequest } from '../../rewards/reward.js'
import { describe, listRewards, oneReward, rewardSchema, rewardType } from '../rewards/reward.js'
import type { ServerContext } from '../server-call.js'
import { readInterval, timeInterval } from '../time-interval.js'
import { personInPath } from './person.js'

const query = z.object({ state: stateInRequest, reward_type: rewardType, time_interval: timeInterval }).partial()

/** `GET /v5/persons/{person_id}/rewards`: in any state, with filters (specification 4.4). */
export async function listPersonRewards(c: ServerContext): Promise<Response> {
  const { person_id } = await personInPath(c)
  const { state, time_interval, ...filters } = validate(query, c.req.query())
  const states = state && [state]
  return listRewards(c.env, { ...filters, time_interval: await readInterval(c.env, time_interval), person_id, states })
}

/** `GET /v5/persons/{person_id}/rewards/{reward_id}`. Throws `invalid_reward_id`, also for a reward of another person. */
export async function showPersonReward(c: ServerContext): Promise<Response> {
  const { person_id } = await personInPath(c)
  return Response.json(describe(await oneReward(c.env, { person_id, reward_id: c.req.param('reward_id')! })))
}

export const personRewardDocs = {
  list: { summary: 'List a person’s rewards', query, response: z.array(rewardSchema), errors: ['person_not_found'] },
  show: {
    summary: 'Get a reward of a person',
    response: rewardSchema,
    errors: ['person_not_found', 'invalid_reward_id'],
  },
} satisfies Record<string, CallDocs>
