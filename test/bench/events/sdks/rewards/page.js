import { createRewards } from '../../../../../dist/index.js'

/** Starts the SDK. Answers what tracks one event. */
export async function open(programDomain) {
  // The limits of the platform are lifted, and so are ours.
  const rewards = createRewards({ domain: programDomain, eventsPerMinute: 1e6 })
  return (name, data) => rewards.track(name, data)
}
