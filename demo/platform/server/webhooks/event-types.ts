import { rewardStates } from '../../rewards/reward.js'
import { EVENT_RECORDED } from '../../webhooks/message-types.js'

/** What a webhook can be subscribed to: events, and each state that a reward enters. */
export const eventTypes = [EVENT_RECORDED, ...rewardStates.map(state => `reward.${state.toLowerCase()}`)] as [
  string,
  ...string[],
]
