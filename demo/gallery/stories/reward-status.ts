import type { Story } from './story.js'

const status = (reward_name: string) => () => ({ widget: 'reward-status', reward_name })

/** By the names of rewards that the gallery's program has, or has not. */
export const stories: Story[] = [
  { name: 'reward-status/pending', content: status('not-yet'), consumer: 'verified' },
  {
    name: 'reward-status/succeeded',
    content: status('ready'),
    consumer: 'verified',
    shows: '[part~="succeeded"]',
  },
  { name: 'reward-status/failed', content: status('canceled'), consumer: 'verified', shows: '[part~="failed"]' },
]
