import { z } from 'zod'
import { type BodyShape, parseBody, validate } from '../../http/body.js'
import { isoTime, readTime, TIME_FORMAT } from '../../identity/account-time.js'
import type { CallDocs } from '../../openapi/call-docs.js'
import { scheduleExpiry } from '../../rewards/expiry-job.js'
import { keyTypes, rewardStates, stateInRequest, successfulStates } from '../../rewards/reward.js'
import type { ServerContext } from '../server-call.js'
import { readInterval, timeInterval } from '../time-interval.js'
import {
  countRewards,
  describe,
  oneReward,
  listRewards as respondWithRewards,
  rewardSchema,
  rewardType,
} from './reward.js'

const summaryQuery = z.object({
  reward_supplier_id: z.string().optional(),
  person_id: z.string().optional(),
  partner_reward_id: z.string().optional(),
  reward_type: rewardType.optional(),
  time_interval: timeInterval.optional(),
})

const listQuery = summaryQuery.extend({
  state: stateInRequest.optional(),
  success_only: z.enum(['true', 'false']).default('true').meta({
    description:
      'true, the default: only rewards that are FULFILLED, SENT or REDEEMED, also with another `state`. false: rewards in every state.',
  }),
})

/**
 * `GET /v2/rewards`: the fulfilled rewards that match all filters. `success_only=false` includes those in every state
 * (specification 4.5).
 */
export async function listRewards(c: ServerContext): Promise<Response> {
  const { state, success_only, time_interval, ...filters } = validate(listQuery, c.req.query())
  const included = success_only === 'true' ? successfulStates : rewardStates
  const states = state ? included.filter(each => each === state) : included
  return respondWithRewards(c.env, { ...filters, time_interval: await readInterval(c.env, time_interval), states })
}

/** `GET /v2/rewards/state_summary`, also spelt `state-summary`: how many rewards are in each state. */
export async function summarizeStates(c: ServerContext): Promise<Response> {
  const { time_interval, ...filters } = validate(summaryQuery, c.req.query())
  const counted = await countRewards(c.env, { ...filters, time_interval: await readInterval(c.env, time_interval) })
  const count = (state: string) => counted.find(each => each.state === state)?.count ?? 0
  return Response.json(rewardStates.map(state => ({ state, count: count(state) })))
}

/** `GET /v2/rewards/{reward_id}`. Throws `invalid_reward_id`. */
export async function showReward(c: ServerContext): Promise<Response> {
  return Response.json(describe(await oneReward(c.env, { reward_id: c.req.param('reward_id')! })))
}

const attributes = {
  schema: z
    .strictObject({
      partner_reward_id: z.string().min(1).max(200),
      partner_reward_key_type: keyTypes,
      expires_at: isoTime.describe(
        `When a reward that is EARNED, FULFILLED or SENT becomes EXPIRED by itself. ${TIME_FORMAT}`,
      ),
      data: z.record(z.string(), z.unknown()),
    })
    .partial()
    .meta({ examples: [{ partner_reward_id: 'THANKS-7Q4', expires_at: '2027-05-01T00:00:00Z' }] }),
} satisfies BodyShape

/** `PUT /v2/rewards/{reward_id}`: changes the given attributes. Other calls change the state. */
export async function updateReward(c: ServerContext): Promise<Response> {
  const { reward_id } = await oneReward(c.env, { reward_id: c.req.param('reward_id')! })
  const { partner_reward_id, partner_reward_key_type, expires_at, data } = await parseBody(c.req.raw, attributes)
  const expiresAt = expires_at ? await readTime(c.env, expires_at) : null
  await c.env.db.transaction(async db => {
    await db.query(
      `update rewards set partner_reward_id = coalesce($2, partner_reward_id),
         partner_reward_key_type = coalesce($3, partner_reward_key_type), expires_at = coalesce($4, expires_at),
         data = coalesce($5, data)
       where reward_id = $1`,
      [reward_id, partner_reward_id ?? null, partner_reward_key_type ?? null, expiresAt, data ?? null],
    )
    if (expiresAt) await scheduleExpiry({ ...c.env, db }, reward_id, expiresAt)
  })
  return Response.json(describe(await oneReward(c.env, { reward_id })))
}

export const rewardDocs = {
  list: {
    summary: 'List rewards',
    description:
      '`success_only` is true by default, so the list contains only rewards that are FULFILLED, SENT or REDEEMED. `success_only=false` adds the others.',
    query: listQuery,
    response: z.array(rewardSchema),
  },
  summary: {
    summary: 'Count the rewards in each state',
    query: summaryQuery,
    response: z.array(z.object({ state: z.enum(rewardStates), count: z.int() })),
  },
  show: { summary: 'Get a reward', response: rewardSchema, errors: ['invalid_reward_id'] },
  update: {
    summary: 'Update a reward’s attributes',
    description: 'Attributes that are not in the body stay unchanged.',
    body: attributes,
    response: rewardSchema,
    errors: ['invalid_reward_id'],
  },
} satisfies Record<string, CallDocs>
