import type { Copy } from '../copy/index.js'
import type { Story } from './story.js'

const profile = ({ agreement, titles }: Copy) => ({
  widget: 'profile',
  headline: titles.profile,
  fields: ['first_name', 'last_name', 'email'],
  consents: [{ name: 'processing_consent', text: agreement }],
})

const SAVE = '[type="submit"]'

const requests = (copy: Copy) => ({
  ...profile(copy),
  fields: ['first_name'],
  consents: [],
  download: true,
  deletion: true,
})

/** The platform refuses an event with the name of one of its own steps. */
const refused = (copy: Copy) => ({ ...requests(copy), deletion: { event: 'reward_earned' } })

const ASK = '[part="requests"] [part~="button"]:nth-of-type(2)'
const SEND = '[part="requests"] [part~="main"]'

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
  { name: 'profile/requests', content: requests, consumer: 'verified', readySelector: '[part="requests"]' },
  { name: 'profile/deletion', content: requests, consumer: 'verified', steps: [ASK], readySelector: SEND },
  {
    name: 'profile/deletion-sent',
    content: requests,
    consumer: 'verified',
    steps: [ASK, SEND],
    // The zone takes the focus.
    ownPage: true,
    readySelector: '[part="requests"] [part="status"]:not(:empty)',
  },
  {
    name: 'profile/deletion-failed',
    content: refused,
    consumer: 'verified',
    steps: [ASK, SEND],
    // The zone takes the focus.
    ownPage: true,
    readySelector: '[part="requests"] [part="status"]:not(:empty)',
  },
]
