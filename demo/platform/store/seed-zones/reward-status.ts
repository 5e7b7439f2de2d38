import type { SeedZone } from './seed-zone.js'

/** Which reward it is about is said by the page, which knows what has just happened on it. */
export const rewardStatus: SeedZone = {
  creatives: [
    {
      content: {
        widget: 'reward-status',
        pending_text: 'We are checking your order. Your reward shows here as soon as that is done.',
        succeeded_text: 'Your reward is here.',
      },
    },
  ],
}
