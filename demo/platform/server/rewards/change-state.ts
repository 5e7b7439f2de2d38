import { z } from 'zod'
import { type BodyShape, parseBody } from '../../http/body.js'
import type { CallDocs } from '../../openapi/call-docs.js'
import { changeState } from '../../rewards/change-state.js'
import { changes, fulfils, type StateChange } from '../../rewards/decide-change.js'
import type { ChangeDetails } from '../../rewards/enter-states.js'
import { keyTypes } from '../../rewards/reward.js'
import type { ServerContext } from '../server-call.js'
import { describe, oneReward, rewardSchema } from './reward.js'

export const cancelReward = changeHandler(changes.cancel)
export const expireReward = changeHandler(changes.expire)
export const retryReward = changeHandler(changes.retry)
export const revokeReward = changeHandler(changes.revoke)
export const markFailed = changeHandler(changes.failed)
export const markFulfilled = changeHandler(changes.fulfilled)
export const markFulfilledAndSent = changeHandler(changes.fulfilledAndSent)
export const markRedeemed = changeHandler(changes.redeemed)
export const markSent = changeHandler(changes.sent)

export const changeDocs = {
  cancel: docsOf('Cancel a reward that is not fulfilled yet', changes.cancel),
  expire: docsOf('Expire a reward', changes.expire),
  retry: docsOf('Retry a reward that has failed', changes.retry),
  revoke: docsOf('Revoke a reward', changes.revoke),
  failed: docsOf('Mark a custom reward as failed', changes.failed),
  fulfilled: docsOf('Mark a custom reward as fulfilled', changes.fulfilled),
  fulfilledAndSent: docsOf('Mark a custom reward as fulfilled and sent', changes.fulfilledAndSent),
  redeemed: docsOf('Mark a custom reward as redeemed', changes.redeemed),
  sent: docsOf('Mark a custom reward as sent', changes.sent),
}

/** Creates the handler of a call that changes the state of a reward. It responds with the changed reward. */
function changeHandler(change: StateChange) {
  return async (c: ServerContext): Promise<Response> => {
    const details = await parseBody(c.req.raw, bodyOf(change))
    const reward_id = c.req.param('reward_id')!
    await changeState(c.env, reward_id, change, details)
    return Response.json(describe(await oneReward(c.env, { reward_id })))
  }
}

function bodyOf(change: StateChange): BodyShape<ChangeDetails> {
  const common = z.strictObject({
    message: z
      .string()
      .max(500)
      .optional()
      .meta({ description: 'The reason. It appears in the history of the reward' }),
  })
  const fulfillment = common.extend({
    partner_reward_id: z
      .string()
      .min(1)
      .max(200)
      .optional()
      .meta({ description: 'The code, id or link of the fulfilled reward' }),
    partner_reward_key_type: keyTypes.optional(),
  })
  const schema = fulfils(change)
    ? fulfillment.meta({ examples: [{ partner_reward_id: 'THANKS-7Q4' }] })
    : common.meta({ examples: [{ message: 'Out of stock' }] })
  return { schema, optional: true }
}

function docsOf(summary: string, change: StateChange): CallDocs {
  return {
    summary,
    description: `Changes the state from ${change.from.join(', ')} to ${change.to.at(-1)}.`,
    body: bodyOf(change),
    response: rewardSchema,
    errors: ['invalid_reward_id', 'invalid_parameter', ...(fulfils(change) ? (['access_denied'] as const) : [])],
  }
}
