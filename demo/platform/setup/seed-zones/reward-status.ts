import type { SeedZone } from './seed-zone.js'

/** The page sets the reward, because it knows the event. */
export const rewardStatus: SeedZone = {
  creatives: [
    {
      content: {
        widget: 'reward-status',
        pending_text: 'We are checking your order. Your reward will appear here.',
        succeeded_text: 'Your reward is here.',
      },
    },
  ],
}
