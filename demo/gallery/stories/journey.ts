import type { Copy } from '../copy/index.js'
import type { Story } from './story.js'

/** Dates that are far enough away for the screenshots to stay the same. */
const ENDS = '2099-03-01T12:00:00Z'
const ENDED = '2020-03-01T12:00:00Z'

const journey = ({ goals: [friends, seasons] }: Copy) => ({
  widget: 'journey',
  goals: [
    { title: friends![0], reward_text: friends![1], current: 2, target: 3, ends_at: ENDS },
    { title: seasons![0], reward_text: seasons![1], current: 6, target: 4, repeatable: true },
  ],
})

const only = (copy: Copy, more: object) => {
  const { goals } = journey(copy)
  return { widget: 'journey', goals: [{ ...goals[0], ...more }] }
}

export const stories: Story[] = [
  { name: 'journey/under-way', content: journey, consumer: 'verified' },
  { name: 'journey/not-begun', content: copy => only(copy, { current: 0, starts_at: ENDS }), consumer: 'verified' },
  { name: 'journey/reached', content: copy => only(copy, { current: 3 }), consumer: 'verified' },
  { name: 'journey/ended', content: copy => only(copy, { ends_at: ENDED }), consumer: 'verified' },
]
