import type { Copy } from '../copy/index.js'
import type { Story } from './story.js'

const tiers =
  (more: object) =>
  ({ tiers }: Copy) => ({
    widget: 'tiers',
    tiers: tiers.map(([title, benefit], at) => ({ title, threshold: [1, 3, 10][at], benefits: [benefit] })),
    ...more,
  })

export const stories: Story[] = [
  { name: 'tiers/under-way', content: tiers({ current: 4 }), consumer: 'verified' },
  { name: 'tiers/gained', content: tiers({ current: 3, previous: 1 }), consumer: 'verified' },
  { name: 'tiers/lost', content: tiers({ current: 2, previous: 12 }), consumer: 'verified' },
  { name: 'tiers/not-begun', content: tiers({ current: 0 }), consumer: 'verified' },
  { name: 'tiers/top', content: tiers({ current: 1_200 }), consumer: 'verified' },
  { name: 'tiers/unknown', content: tiers({}), consumer: 'verified' },
]
