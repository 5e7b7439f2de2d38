import { timeText } from '../webhooks/queue-messages.js'

/** Expressions for a reward and the state that it has entered. */
interface EnteredState {
  /** The row of the reward. */
  reward: string
  state: string
  /** Why the state has changed. */
  reason: string
}

/**
 * The expressions of a message about a reward. It has no code: whoever knows the code can redeem it. `created_date` is the time when the
 * reward was earned.
 */
export const rewardMessage = ({ reward, state, reason }: EnteredState) => ({
  personId: `${reward}.person_id`,
  type: `'reward.' || lower(${state})`,
  data: `json_build_object('reward_id', ${reward}.reward_id, 'reward_name', ${reward}.reward_name, 'state', ${state},
    'message', ${reason}, 'person_id', ${reward}.person_id, 'friend_id', ${reward}.friend_id, 'event_id', ${reward}.event_id,
    'campaign_id', ${reward}.campaign_id, 'journey_name', ${reward}.journey_name, 'face_value', ${reward}.face_value,
    'face_value_type', ${reward}.face_value_type, 'container', ${reward}.container,
    'created_date', ${timeText(`${reward}.created_at`)})`,
})
