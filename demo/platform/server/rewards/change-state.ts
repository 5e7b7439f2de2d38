import { z } from 'zod'
import { keyTypes } from '../../events/reward.js'
import { type BodyShape, takeBody } from '../../http/body.js'
import type { CallDocs } from '../../openapi/call-docs.js'
import type { ServerContext } from '../server-call.js'
import { describe, rewardAnswer } from './reward.js'
import { type ChangeDetails, changeState, fulfils, type StateChange } from './state-change.js'

// biome-ignore format: a table is read by its columns
const changes = {
  cancel:           { from: ['EARNED', 'FAILED'],                        to: ['CANCELED'] },
  expire:           { from: ['EARNED', 'FULFILLED', 'SENT'],             to: ['EXPIRED'] },
  retry:            { from: ['FAILED'],                                  to: ['EARNED'] },
  revoke:           { from: ['EARNED', 'FULFILLED', 'SENT', 'REDEEMED'], to: ['REVOKED'] },
  failed:           { from: ['EARNED', 'FULFILLED', 'SENT'],             to: ['FAILED'],            custom: true },
  fulfilled:        { from: ['EARNED'],                                  to: ['FULFILLED'],         custom: true },
  fulfilledAndSent: { from: ['EARNED'],                                  to: ['FULFILLED', 'SENT'], custom: true },
  redeemed:         { from: ['FULFILLED', 'SENT'],                       to: ['REDEEMED'],          custom: true },
  sent:             { from: ['FULFILLED'],                               to: ['SENT'],              custom: true },
} satisfies Record<string, StateChange>

export const cancelReward = changing(changes.cancel)
export const expireReward = changing(changes.expire)
export const retryReward = changing(changes.retry)
export const revokeReward = changing(changes.revoke)
export const markFailed = changing(changes.failed)
export const markFulfilled = changing(changes.fulfilled)
export const markFulfilledAndSent = changing(changes.fulfilledAndSent)
export const markRedeemed = changing(changes.redeemed)
export const markSent = changing(changes.sent)

export const changeDocs = {
  cancel: docsOf('Cancel a reward that is not fulfilled', changes.cancel),
  expire: docsOf('Expire a reward', changes.expire),
  retry: docsOf('Retry a reward that has failed', changes.retry),
  revoke: docsOf('Take a reward back', changes.revoke),
  failed: docsOf('Mark a custom reward failed', changes.failed),
  fulfilled: docsOf('Mark a custom reward fulfilled', changes.fulfilled),
  fulfilledAndSent: docsOf('Mark a custom reward fulfilled and sent', changes.fulfilledAndSent),
  redeemed: docsOf('Mark a custom reward redeemed', changes.redeemed),
  sent: docsOf('Mark a custom reward sent', changes.sent),
}

/** Creates the handler of a call that changes the state of a reward. It responds with the changed reward. */
function changing(change: StateChange) {
  return async (c: ServerContext): Promise<Response> => {
    const said = await takeBody(c.req.raw, bodyOf(change))
    return Response.json(describe(await changeState(c.env, c.req.param('reward_id')!, change, said)))
  }
}

function bodyOf(change: StateChange): BodyShape<ChangeDetails> {
  const why = z.object({
    message: z.string().max(500).optional().meta({ description: 'The reason, for the history of the reward' }),
  })
  const given = why.extend({
    partner_reward_id: z
      .string()
      .min(1)
      .max(200)
      .optional()
      .meta({ description: 'The code, id or link of the fulfilled reward' }),
    partner_reward_key_type: keyTypes.optional(),
  })
  const schema = fulfils(change)
    ? given.meta({ examples: [{ partner_reward_id: 'THANKS-7Q4' }] })
    : why.meta({ examples: [{ message: 'Out of stock' }] })
  return { schema, optional: true }
}

function docsOf(summary: string, change: StateChange): CallDocs {
  return {
    summary,
    description: `From ${change.from.join(', ')} to ${change.to.at(-1)}.`,
    body: bodyOf(change),
    response: rewardAnswer,
    errors: ['invalid_reward_id', 'invalid_parameter', ...(fulfils(change) ? (['access_denied'] as const) : [])],
  }
}
