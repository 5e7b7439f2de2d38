import type { Copy } from '../copy/index.js'
import type { Story } from './story.js'

const profile = ({ agreement, titles }: Copy) => ({
  widget: 'profile',
  headline: titles.profile,
  fields: ['first_name', 'last_name', 'email'],
  consents: [{ name: 'processing_consent', text: agreement }],
})

const SAVE = '[type="submit"]'

export const stories: Story[] = [
  { name: 'profile/default', content: profile, consumer: 'verified', readySelector: 'form' },
  {
    name: 'profile/wrong',
    content: profile,
    consumer: 'verified',
    steps: [['[name="email"]', 'ada@'], SAVE],
    readySelector: '[part="fault"]:not(:empty)',
  },
  {
    name: 'profile/saved',
    content: profile,
    consumer: 'verified',
    steps: [SAVE],
    readySelector: '[part="status"]:not(:empty)',
  },
  {
    name: 'profile/kept',
    content: profile,
    consumer: 'verified',
    steps: ['summary', '[part="kept"] [part~="button"]'],
    readySelector: '[part="kept"] [part~="main"]',
  },
]
