import type { Domain } from '../domain.js'
import { newId } from '../store/id.js'
import type { ConsumerEvent } from './consumer-event.js'
import { containerOf } from './container.js'
import { recordStep } from './record-step.js'

/** A reward of the program. */
export interface ProgramReward {
  name: string
  value: number
  type: string
}

/** Who earns the reward, and for which friend. Null: for their own event. */
export interface Recipient {
  personId: string
  friendId: string | null
}

/** Gives a reward for an event, once per recipient and friend. */
export async function earnReward(
  domain: Domain,
  event: ConsumerEvent,
  { name, value, type }: ProgramReward,
  { personId, friendId }: Recipient,
): Promise<void> {
  const [earned] = await domain.db.query(
    `insert into rewards (reward_id, reward_name, person_id, friend_id, event_id, campaign_id, face_value, face_value_type,
       container, data, created_at)
     select $1, $2::text, $3::text, $4::text, $5, campaign_id, $6, $7, $8, '{}', $9 from programs
     where not exists (select 1 from rewards where reward_name = $2 and person_id = $3 and friend_id is not distinct from $4)
     limit 1 on conflict do nothing returning reward_id`,
    [
      newId(),
      name,
      personId,
      friendId,
      event.event_id,
      value,
      type,
      containerOf(event.data),
      new Date(domain.settings.now()),
    ],
  )
  // The advocate must not see the data of the friend's event.
  if (earned) await recordStep(domain, { ...event, person_id: personId, data: { cart_value: value } }, 'reward_earned')
}
