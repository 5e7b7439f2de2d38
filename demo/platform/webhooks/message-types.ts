import { rewardStates } from '../events/reward.js'

/** The type of a message about a recorded event. */
export const EVENT_RECORDED = 'event.recorded'

/** The type of a message that only tests a webhook. Every webhook receives it. */
export const TEST = 'webhook.test'

/** What a webhook can be subscribed to: events, and each state that a reward enters. */
export const eventTypes = [EVENT_RECORDED, ...rewardStates.map(state => `reward.${state.toLowerCase()}`)] as [
  string,
  ...string[],
]
