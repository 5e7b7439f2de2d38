import type { Domain } from '../domain.js'
import { newMessageId, queueMessages } from '../webhooks/queue-messages.js'
import type { RewardState } from './reward.js'
import { rewardMessage } from './reward-message.js'

/** Details of a change of a reward's state. */
export interface ChangeDetails {
  message?: string | undefined
  partner_reward_id?: string | undefined
  partner_reward_key_type?: string | undefined
}

/**
 * A reward enters states, one after the other, and webhooks are informed. With the fulfillment its recipient gets the coupon of the program, if it has
 * no id yet. A retry hides the coupon until the next fulfillment.
 */
export async function enterStates(
  { db, settings }: Domain,
  rewardId: string,
  states: RewardState[],
  { message, partner_reward_id, partner_reward_key_type }: ChangeDetails = {},
): Promise<void> {
  await db.query(
    `update rewards set state = $2,
       partner_reward_id = case when $2 = 'EARNED' then nullif(partner_reward_id, coupon_code)
         else coalesce($3, partner_reward_id, case when $5::boolean then coupon_code end) end,
       partner_reward_key_type = coalesce($4, partner_reward_key_type)
     where reward_id = $1`,
    [
      ...[rewardId, states.at(-1), partner_reward_id ?? null, partner_reward_key_type ?? null],
      states.includes('FULFILLED'),
    ],
  )
  for (const state of states)
    await db.query(enterState, [rewardId, state, message ?? null, new Date(settings.now()), newMessageId()])
}

const enterState = `with entered as (
    insert into reward_states (reward_id, state, message, created_at) values ($1, $2, $3, $4) returning reward_id, state, message),
  ${queueMessages({
    ...rewardMessage({ reward: 'r', state: 'entered.state', reason: 'entered.message' }),
    source: 'entered join rewards r using (reward_id)',
    messageId: '$5',
    now: '$4',
  })} select 1`
