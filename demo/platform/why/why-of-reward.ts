import type { Domain } from '../domain.js'
import { isBlockedInSql } from '../identity/block.js'
import { unknownReward } from '../rewards/change-state.js'
import { explainFulfillment, type PresentReward } from './explain-reward.js'
import type { Answer, Decision } from './explanation.js'
import { type WhyEvent, whyOfEvent } from './why-of-event.js'

export interface WhyReward {
  reward_id: string
  reward_name: string
  person_id: string
  friend_id: string | null
  /** Of a friend's reward: who referred them. */
  advocate_id: string | null
  event_id: string
  campaign_id: string
  answers: Answer[]
  decisions: Decision[]
}

type RewardRow = Omit<PresentReward, 'to'> & Omit<WhyReward, 'answers' | 'decisions'>

/** Why a reward was earned, and why it is fulfilled, waits or has ended. Throws `invalid_reward_id`. */
export async function whyOfReward(domain: Domain, rewardId: string): Promise<WhyReward> {
  const reward = await rewardOf(domain, rewardId)
  const { reward_id, reward_name, person_id, friend_id, advocate_id, event_id, campaign_id } = reward
  const to = friend_id ? 'advocate' : advocate_id ? 'friend' : 'consumer'
  const { decision, answer } = explainFulfillment({ ...reward, to }, domain.settings.now())
  const earned = inCampaign(await whyOfEvent(domain, event_id), campaign_id)
  const about = ({ about, name }: Decision) =>
    about === 'reward' ? name === reward_name : about === 'advocate' || about === 'referral' || about === 'quality'
  return {
    ...{ reward_id, reward_name, person_id, friend_id, advocate_id, event_id, campaign_id },
    answers: [...(earned?.answers ?? []).filter(({ name }) => name === reward_name), answer],
    decisions: [...(earned?.decisions ?? []).filter(about), decision],
  }
}

const inCampaign = ({ campaigns }: WhyEvent, id: string) => campaigns.find(({ campaign_id }) => campaign_id === id)

async function rewardOf({ db, clientId }: Domain, rewardId: string): Promise<RewardRow> {
  const [reward] = await db.query<RewardRow>(
    `select reward_id, reward_name, face_value, face_value_type, r.person_id, friend_id, advocate_id, event_id, campaign_id, state, reward_type, container,
       fulfill_at, expires_at, ${isBlockedInSql('REWARDS')} as is_blocked,
       (select message from reward_states s where s.reward_id = r.reward_id order by position desc limit 1) as message
     from rewards r join programs using (campaign_id) join persons on persons.person_id = r.person_id
     where reward_id = $1 and programs.client_id = $2`,
    [rewardId, clientId],
  )
  if (reward) return reward
  throw unknownReward(rewardId)
}
