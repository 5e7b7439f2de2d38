import type { Copy } from '../copy/index.js'
import type { Story } from './story.js'

/** Always the same link, so that the screenshots stay the same. */
const shareable = { code: 'ada', link: 'https://share.juniper.example/ada' }

const share = ({ headline, description }: Copy) => ({
  widget: 'share',
  headline,
  description,
  channels: ['copy', 'whatsapp'],
  shareable,
})

const dashboard = (copy: Copy) => ({
  widget: 'stack',
  items: [
    { ...share(copy), title: copy.small },
    {
      title: copy.titles.goals,
      widget: 'journey',
      goals: copy.goals.map(([title, reward_text], at) => ({ title, reward_text, current: at + 1, target: at + 3 })),
    },
    { title: copy.titles.profile, widget: 'profile' },
  ],
})

export const stories: Story[] = [
  { name: 'stack/dashboard', content: dashboard, consumer: 'verified', readySelector: 'form' },
  {
    name: 'stack/partly-unknown',
    content: copy => ({ widget: 'stack', items: [{ title: copy.call, widget: 'tomorrow' }, share(copy)] }),
    consumer: 'verified',
    readySelector: '[part="channels"]',
  },
]
