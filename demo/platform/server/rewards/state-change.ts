import type { Domain } from '../../domain.js'
import type { RewardState } from '../../events/reward.js'
import { RestError } from '../../http/rest-error.js'
import { lockPerson } from '../../identity/person.js'
import { oneReward, type ServerRewardRow } from './reward.js'

/** A change of a reward's state (specification 3.4). */
export interface StateChange {
  from: RewardState[]
  /** The states that the reward enters, one after the other. */
  to: RewardState[]
  /** Only for rewards that the brand fulfills itself. */
  custom?: true
}

/** Details of a change from the request. */
export interface ChangeDetails {
  message?: string | undefined
  partner_reward_id?: string | undefined
  partner_reward_key_type?: string | undefined
}

export const fulfils = ({ to }: StateChange) => to.includes('FULFILLED')

/**
 * Changes the state of a reward and returns it. Throws `invalid_reward_id`; `invalid_parameter` if its state does not allow
 * the change, or if the brand does not fulfill it; `access_denied` for a fulfillment whose person is blocked for rewards
 * (contract 5).
 */
export async function changeState(
  domain: Domain,
  rewardId: string,
  change: StateChange,
  details: ChangeDetails,
): Promise<ServerRewardRow> {
  return domain.db.transaction(async db => {
    const transaction = { ...domain, db }
    // The lock makes a concurrent change wait, so that it sees the new state.
    await db.query('select 1 from rewards where reward_id = $1 for update', [rewardId])
    await check(transaction, await oneReward(transaction, { reward_id: rewardId }), change)
    await enterStates(transaction, rewardId, change.to, details)
    return oneReward(transaction, { reward_id: rewardId })
  })
}

async function check(domain: Domain, reward: ServerRewardRow, change: StateChange): Promise<void> {
  const { reward_id, state, reward_type } = reward
  if (change.custom && reward_type !== 'CUSTOM_REWARD')
    throw new RestError('invalid_parameter', 'The brand does not fulfill this reward itself', {
      parameters: { reward_id, reward_type },
    })
  if (!change.from.some(each => each === state))
    throw new RestError('invalid_parameter', `A reward in state ${state} cannot become ${change.to.at(-1)}`, {
      parameters: { reward_id, state },
    })
  if (fulfils(change) && (await lockPerson(domain, reward.person_id)).blocked === 'REWARDS')
    throw new RestError('access_denied', 'The person is blocked for rewards')
}

async function enterStates(
  { db, settings }: Domain,
  rewardId: string,
  states: RewardState[],
  details: ChangeDetails,
): Promise<void> {
  const { message = null, partner_reward_id = null, partner_reward_key_type = null } = details
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
