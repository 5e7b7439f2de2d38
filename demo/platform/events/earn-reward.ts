import type { LiveProgram } from '../campaign/live-program.js'
import { REWARD_EARNED } from '../campaign/names.js'
import { journeyName } from '../campaign/program.js'
import { type RewardRule, rewardTypeOf } from '../campaign/reward-rule.js'
import { containerOf, PRODUCTION } from '../container.js'
import type { Domain } from '../domain.js'
import { fulfillReward, scheduleFulfillment } from '../rewards/fulfillment-job.js'
import { rewardMessage } from '../rewards/reward-message.js'
import { newCode, newId } from '../store/id.js'
import { prepared } from '../store/prepared.js'
import { newMessageId, queueMessages } from '../webhooks/queue-messages.js'
import type { ConsumerEvent } from './consumer-event.js'
import type { Recipient } from './decide-rewards.js'
import { recordStep } from './record-step.js'

const DAY_MS = 86_400_000

/** Gives a reward that a step has earned (`decideRewards`), and informs webhooks. */
export async function earnReward(
  domain: Domain,
  live: LiveProgram,
  event: ConsumerEvent,
  rule: RewardRule,
  { personId, friendId, advocateId, role }: Recipient,
): Promise<void> {
  const { campaign_id, program } = live
  const now = domain.settings.now()
  const rewardId = newId()
  const container = containerOf(event.data)
  await domain.db.query(
    prepared(`with earned as (insert into rewards (reward_id, reward_name, person_id, friend_id, event_id, campaign_id, journey_name, face_value,
       face_value_type, reward_supplier_id, coupon_code, fulfill_at, container, data, created_at, once_per, advocate_id, event_time, reward_type)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, '{}', $14, $16, $17, $18, $19)
     returning *), ${queueEarned}
     select reward_id from earned`),
    [
      ...[rewardId, rule.name, personId, friendId, event.event_id, campaign_id],
      ...[(role && journeyName(program, role)) ?? program.name, rule.value, rule.type, rule.supplier],
      ...[couponCode(rule), fulfillmentTime(rule, now), container, new Date(now)],
      ...[newMessageId(), rule.once_per, advocateId, event.time, rewardTypeOf(program.suppliers, rule.supplier)],
    ],
  )
  // The advocate must not see the other data of the friend's event.
  const data = { cart_value: rule.value, ...(container !== PRODUCTION && { container }) }
  const step = { ...event, person_id: personId, data }
  await recordStep(domain, live, step, { name: REWARD_EARNED, quality: 'HIGH', role })
  if (rule.fulfillment.mode === 'immediate') await fulfillReward(domain, rewardId)
  if (rule.fulfillment.mode === 'delayed') await scheduleFulfillment(domain, { rewardId })
}

const queueEarned = queueMessages({
  ...rewardMessage({ reward: 'r', state: 'r.state', reason: 'null' }),
  source: 'earned r',
  messageId: '$15',
  now: '$14',
})

function couponCode({ coupon }: RewardRule): string | null {
  if (!coupon) return null
  return 'code' in coupon ? coupon.code : `${coupon.prefix}-${newCode()}`.toUpperCase()
}

/** When the platform fulfills the reward. Null: when the brand approves it. */
function fulfillmentTime({ fulfillment }: RewardRule, now: number): Date | null {
  if (fulfillment.mode === 'approval') return null
  return new Date(fulfillment.mode === 'delayed' ? now + fulfillment.days * DAY_MS : now)
}
