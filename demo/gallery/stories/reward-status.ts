import type { Story } from './story.js'

const status = (reward_name: string) => () => ({ widget: 'reward-status', reward_name })

/** Named rewards: `ready` and `canceled` exist in the program (see `add-rewards.ts`), `not-yet` does not. */
export const stories: Story[] = [
  { name: 'reward-status/pending', content: status('not-yet'), consumer: 'verified' },
  {
    name: 'reward-status/succeeded',
    content: status('ready'),
    consumer: 'verified',
    readySelector: '[part~="succeeded"]',
  },
  {
    name: 'reward-status/failed',
    content: status('canceled'),
    consumer: 'verified',
    readySelector: '[part~="failed"]',
  },
]
