import type { Domain } from '../domain.js'
import { RestError } from '../http/rest-error.js'
import { lockPerson } from '../identity/person.js'
import { type Decision, decideChange, fulfils, type RewardFacts, type StateChange } from './decide-change.js'
import { type ChangeDetails, enterStates } from './enter-states.js'
import { scheduleExpiry } from './expiry-job.js'
import { lockFacts } from './facts.js'
import { scheduleFulfillment } from './fulfillment-job.js'

/**
 * Changes the state of a reward of the client, for somebody who asks for it. Throws `invalid_reward_id`; `invalid_parameter` if its state does not
 * allow the change, or if the brand does not fulfill it; `access_denied` for a fulfillment whose person is blocked for rewards.
 */
export async function changeState(
  domain: Domain,
  rewardId: string,
  change: StateChange,
  details: ChangeDetails,
): Promise<void> {
  await domain.db.transaction(async db => {
    const transaction = { ...domain, db }
    const personId = await personOf(transaction, rewardId)
    // The person before the reward, as in a merge. In another order the two could wait for each other.
    if (fulfils(change)) await lockPerson(transaction, personId)
    const facts = await lockFacts(transaction, rewardId)
    if (!facts) throw unknownReward(rewardId)
    check(rewardId, change, facts)
    await enterStates(transaction, rewardId, change.to, details)
    if (!change.to.includes('EARNED')) return
    await scheduleFulfillment(transaction, { rewardId })
    if (facts.expires_at) await scheduleExpiry(transaction, rewardId, facts.expires_at)
  })
}

async function personOf({ db, clientId }: Domain, rewardId: string): Promise<string> {
  const [reward] = await db.query<{ person_id: string }>(
    'select person_id from rewards join programs using (campaign_id) where reward_id = $1 and client_id = $2',
    [rewardId, clientId],
  )
  if (reward) return reward.person_id
  throw unknownReward(rewardId)
}

export const unknownReward = (reward_id: string) =>
  new RestError('invalid_reward_id', 'There is no reward with this id', { parameters: { reward_id } })

function check(reward_id: string, change: StateChange, facts: RewardFacts): void {
  const decision = decideChange(change, facts)
  if (!decision.isAllowed) throw errorOf(reward_id, change, facts, decision)
}

function errorOf(
  reward_id: string,
  change: StateChange,
  { state, reward_type }: RewardFacts,
  { rule }: Extract<Decision, { isAllowed: false }>,
): RestError {
  if (rule === 'block') return new RestError('access_denied', 'The person is blocked for rewards')
  if (rule === 'type')
    return new RestError('invalid_parameter', 'The brand does not fulfill this reward itself', {
      parameters: { reward_id, reward_type },
    })
  return new RestError('invalid_parameter', `A reward in state ${state} cannot become ${change.to.at(-1)}`, {
    parameters: { reward_id, state },
  })
}
