import { z } from 'zod'
import { type RewardState, rewardStates } from '../../events/reward.js'
import type { CallDocs } from '../../openapi/call-docs.js'
import type { ServerContext } from '../server-call.js'
import { oneReward } from './reward.js'

const entry = z.object({
  reward_id: z.string(),
  state: z.enum(rewardStates),
  message: z.string().nullable(),
  created_date: z.iso.datetime(),
})

export const listStateHistory = listing(rewardStates)
export const listCancels = listing(['CANCELED'])
export const listExpirations = listing(['EXPIRED'])
export const listFails = listing(['FAILED'])
export const listFulfillments = listing(['FULFILLED'])
export const listRedeems = listing(['REDEEMED'])
export const listRevokes = listing(['REVOKED'])
export const listSends = listing(['SENT'])

/** Creates the handler of a call that lists when and why a reward entered these states, oldest first. Throws
 * `invalid_reward_id`. */
function listing(states: readonly RewardState[]) {
  return async (c: ServerContext): Promise<Response> => {
    const { reward_id } = await oneReward(c.env, { reward_id: c.req.param('reward_id')! })
    const rows = await c.env.db.query(
      `select reward_id, state, message, created_at as created_date from reward_states
       where reward_id = $1 and state = any($2) order by position`,
      [reward_id, states],
    )
    return Response.json(rows)
  }
}

const docsOf = (summary: string): CallDocs => ({ summary, response: z.array(entry), errors: ['invalid_reward_id'] })

export const historyDocs = {
  states: docsOf('List the states a reward has been in'),
  cancels: docsOf('List a reward’s cancels'),
  expirations: docsOf('List a reward’s expirations'),
  fails: docsOf('List a reward’s fails'),
  fulfillments: docsOf('List a reward’s fulfillments'),
  redeems: docsOf('List a reward’s redeems'),
  revokes: docsOf('List a reward’s revokes'),
  sends: docsOf('List a reward’s sends'),
}
