import { z } from 'zod'
import type { Domain } from '../../domain.js'
import { type BodyShape, takeBody } from '../../http/body.js'
import { RestError } from '../../http/rest-error.js'
import { personById } from '../../identity/person.js'
import type { CallDocs } from '../../openapi/call-docs.js'
import type { ServerContext } from '../server-call.js'
import { describe, keyTypes, oneReward, type RewardState, rewardAnswer, type ServerRewardRow } from './reward.js'

/** What may become of a reward (specification 3.4). */
interface StateChange {
  summary: string
  from: RewardState[]
  /** The states it comes into, one after the other. */
  to: RewardState[]
  /** Only where the brand itself fulfils the reward. */
  custom?: true
}

const changes = {
  cancel: { summary: 'Cancel a reward that is not fulfilled', from: ['EARNED', 'FAILED'], to: ['CANCELED'] },
  expire: { summary: 'Expire a reward', from: ['EARNED', 'FULFILLED', 'SENT'], to: ['EXPIRED'] },
  retry: { summary: 'Retry a reward that has failed', from: ['FAILED'], to: ['EARNED'] },
  revoke: { summary: 'Take a reward back', from: ['EARNED', 'FULFILLED', 'SENT', 'REDEEMED'], to: ['REVOKED'] },
  failed: {
    summary: 'Mark a custom reward failed',
    from: ['EARNED', 'FULFILLED', 'SENT'],
    to: ['FAILED'],
    custom: true,
  },
  fulfilled: { summary: 'Mark a custom reward fulfilled', from: ['EARNED'], to: ['FULFILLED'], custom: true },
  fulfilledAndSent: {
    summary: 'Mark a custom reward fulfilled and sent',
    from: ['EARNED'],
    to: ['FULFILLED', 'SENT'],
    custom: true,
  },
  redeemed: { summary: 'Mark a custom reward redeemed', from: ['FULFILLED', 'SENT'], to: ['REDEEMED'], custom: true },
  sent: { summary: 'Mark a custom reward sent', from: ['FULFILLED'], to: ['SENT'], custom: true },
} satisfies Record<string, StateChange>

const body = {
  schema: z
    .object({
      message: z.string().max(500).meta({ description: 'Why, for the reward’s history' }),
      partner_reward_id: z.string().min(1).max(200).meta({ description: 'The code, id or link the person is given' }),
      partner_reward_key_type: keyTypes,
    })
    .partial(),
  optional: true,
} satisfies BodyShape

type Said = z.infer<typeof body.schema>

export const cancelReward = changing(changes.cancel)
export const expireReward = changing(changes.expire)
export const retryReward = changing(changes.retry)
export const revokeReward = changing(changes.revoke)
export const markFailed = changing(changes.failed)
export const markFulfilled = changing(changes.fulfilled)
export const markFulfilledAndSent = changing(changes.fulfilledAndSent)
export const markRedeemed = changing(changes.redeemed)
export const markSent = changing(changes.sent)

/**
 * Brings the reward in the path into another state, and answers it. Throws `invalid_reward_id`; `invalid_parameter` where
 * its state does not lead there, or another than the brand fulfils it; `access_denied` where its person is blocked for
 * rewards and it would be fulfilled (contract 5).
 */
function changing(change: StateChange) {
  return async (c: ServerContext): Promise<Response> => {
    const { reward_id } = await oneReward(c.env, { reward_id: c.req.param('reward_id')! })
    const said = await takeBody(c.req.raw, body)
    const changed = await c.env.db.transaction(async db => {
      const domain = { ...c.env, db }
      await checkChange(domain, await oneReward(domain, { reward_id }), change)
      await enter(domain, reward_id, change.to, said)
      return oneReward(domain, { reward_id })
    })
    return Response.json(describe(changed))
  }
}

async function checkChange(domain: Domain, reward: ServerRewardRow, { from, to, custom }: StateChange): Promise<void> {
  const { reward_id, state, reward_type } = reward
  if (custom && reward_type !== 'CUSTOM_REWARD')
    throw new RestError('invalid_parameter', 'The brand does not fulfil this reward itself', {
      parameters: { reward_id, reward_type },
    })
  if (!(from as string[]).includes(state))
    throw new RestError('invalid_parameter', `A reward that is ${state} does not become ${to.at(-1)}`, {
      parameters: { reward_id, state },
    })
  const fulfils = to.includes('FULFILLED')
  if (fulfils && (await personById(domain, reward.person_id)).blocked === 'REWARDS')
    throw new RestError('access_denied', 'The person is blocked for rewards')
}

async function enter({ db, settings }: Domain, rewardId: string, states: RewardState[], said: Said): Promise<void> {
  const { message = null, partner_reward_id = null, partner_reward_key_type = null } = said
  await db.query(
    `update rewards set state = $2, partner_reward_id = coalesce($3, partner_reward_id),
       partner_reward_key_type = coalesce($4, partner_reward_key_type)
     where reward_id = $1`,
    [rewardId, states.at(-1), partner_reward_id, partner_reward_key_type],
  )
  for (const state of states)
    await db.query('insert into reward_states (reward_id, state, message, created_at) values ($1, $2, $3, $4)', [
      rewardId,
      state,
      message,
      new Date(settings.now()),
    ])
}

const docsOf = ({ summary, from, to }: StateChange): CallDocs => ({
  summary,
  description: `From ${from.join(', ')} to ${to.at(-1)}.`,
  body,
  answers: rewardAnswer,
  refuses: [
    'invalid_reward_id',
    'invalid_parameter',
    ...(to.includes('FULFILLED') ? (['access_denied'] as const) : []),
  ],
})

type Name = keyof typeof changes

export const changeDocs = Object.fromEntries(
  Object.entries(changes).map(([name, change]) => [name, docsOf(change)]),
) as Record<Name, CallDocs>
