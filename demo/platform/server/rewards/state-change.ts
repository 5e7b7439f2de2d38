import type { Domain } from '../../domain.js'
import { scheduleExpiry } from '../../events/expire-rewards.js'
import { scheduleFulfillment } from '../../events/fulfill-rewards.js'
import type { RewardState } from '../../events/reward.js'
import { type ChangeDetails, enterStates } from '../../events/reward-state.js'
import { RestError } from '../../http/rest-error.js'
import { isBlocked } from '../../identity/block.js'
import { lockPerson, type Person } from '../../identity/person.js'
import { oneReward, type ServerRewardRow } from './reward.js'

/** A change of a reward's state (specification 3.4). */
export interface StateChange {
  from: RewardState[]
  /** The states that the reward enters, one after the other. */
  to: RewardState[]
  /** Only for rewards that the brand fulfills itself. */
  custom?: true
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
    const { person_id } = await oneReward(transaction, { reward_id: rewardId })
    // The person before the reward, as in a merge. In another order the two could wait for each other.
    const person = fulfils(change) ? await lockPerson(transaction, person_id) : undefined
    // The lock makes a concurrent change wait, so that it sees the new state.
    await db.query('select 1 from rewards where reward_id = $1 for update', [rewardId])
    check(await oneReward(transaction, { reward_id: rewardId }), change, person)
    await enterStates(transaction, rewardId, change.to, details)
    const changed = await oneReward(transaction, { reward_id: rewardId })
    if (change.to.includes('EARNED')) {
      await scheduleFulfillment(transaction, { rewardId })
      if (changed.expires_at) await scheduleExpiry(transaction, rewardId, changed.expires_at)
    }
    return changed
  })
}

function check(reward: ServerRewardRow, change: StateChange, person?: Person): void {
  const { reward_id, state, reward_type } = reward
  if (change.custom && reward_type !== 'CUSTOM_REWARD')
    throw new RestError('invalid_parameter', 'The brand does not fulfill this reward itself', {
      parameters: { reward_id, reward_type },
    })
  if (!change.from.some(each => each === state))
    throw new RestError('invalid_parameter', `A reward in state ${state} cannot become ${change.to.at(-1)}`, {
      parameters: { reward_id, state },
    })
  if (person && isBlocked(person, 'REWARDS')) throw new RestError('access_denied', 'The person is blocked for rewards')
}
