import { createRewards } from '../../../../../dist/index.js'

/** Starts the SDK. Answers what tracks one event. `hasLimits`: at its default pace. Otherwise the platform's limits are lifted, and so are ours. */
export async function open(programDomain, { hasLimits }) {
  const rewards = createRewards({ domain: programDomain, ...(!hasLimits && { eventsPerMinute: 1e6 }) })
  return (name, data) => rewards.track(name, data)
}
