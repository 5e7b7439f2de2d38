import { z } from 'zod'
import type { CallDocs } from '../../openapi/call-docs.js'
import { type RewardState, rewardStates } from '../../rewards/reward.js'
import type { ServerContext } from '../server-call.js'
import { oneReward } from './reward.js'

const entry = z.object({
  reward_id: z.string(),
  state: z.enum(rewardStates),
  message: z.string().nullable(),
  created_date: z.iso.datetime(),
})

export const listStateHistory = historyHandler(rewardStates)
export const listCancels = historyHandler(['CANCELED'])
export const listExpirations = historyHandler(['EXPIRED'])
export const listFails = historyHandler(['FAILED'])
export const listFulfillments = historyHandler(['FULFILLED'])
export const listRedeems = historyHandler(['REDEEMED'])
export const listRevokes = historyHandler(['REVOKED'])
export const listSends = historyHandler(['SENT'])

/**
 * Creates the handler of a call that lists when and why a reward entered these states, oldest first. The handler throws
 * `invalid_reward_id`.
 */
function historyHandler(states: readonly RewardState[]) {
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
  states: docsOf('List all states that a reward has had'),
  cancels: docsOf('List the cancellations of a reward'),
  expirations: docsOf('List the expirations of a reward'),
  fails: docsOf('List the failures of a reward'),
  fulfillments: docsOf('List the fulfillments of a reward'),
  redeems: docsOf('List the redemptions of a reward'),
  revokes: docsOf('List the revocations of a reward'),
  sends: docsOf('List when a reward was sent'),
}
