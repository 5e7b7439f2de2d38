import type { SeedZone } from './seed-zone.js'
import { share } from './share.js'

const link = { ...share, how_it_works: [], channels: ['copy', 'native', 'email', 'whatsapp'] }

const totals = { title: 'Your results', widget: 'stats', totals: '{{totals}}', series: '{{clicks_by_week}}' }

const rewards = { title: 'Your rewards', widget: 'rewards', rewards: '{{rewards}}' }

const friends = {
  title: 'Your friends',
  widget: 'referrals',
  remind: {
    subject: 'Your $20 for the garden',
    message: 'Your $20 off a first order at Juniper is still waiting:',
  },
}

const goals = {
  title: 'Your goals',
  widget: 'journey',
  goals: [
    { title: 'Refer your first friend', reward_text: '$20 for your next order', current: '{{friends}}', target: 1 },
    { title: 'Refer three friends', reward_text: 'A free Terra planter', current: '{{friends}}', target: 3 },
    {
      title: 'Refer five friends',
      reward_text: 'An afternoon in our potting shed',
      current: '{{friends}}',
      target: 5,
      repeatable: true,
    },
  ],
}

const tiers = {
  title: 'Your level',
  widget: 'tiers',
  current: '{{friends}}',
  tiers: [
    { title: 'Seedling', threshold: 0, benefits: ['Free seeds with each order'] },
    { title: 'Sprout', threshold: 2, benefits: ['Free delivery', 'A gift on your birthday'] },
    { title: 'Oak', threshold: 5, benefits: ['10% off every order', 'First pick of rare plants'] },
  ],
}

/** `seedHistory` has its ranks computed before the first visit. */
export const board = {
  title: 'Top gardeners',
  widget: 'leaderboard',
  counts: 'referrals',
  period: 'year',
  ranks: '{{ranks}}',
}

const profile = {
  title: 'Your profile',
  widget: 'profile',
  fields: ['first_name', 'last_name', 'email'],
  consents: [
    { name: 'cookie_consent', text: 'Recognize me when I come back.' },
    { name: 'processing_consent', text: 'Use my activity here to improve the program.' },
  ],
  download: true,
  deletion: { text: 'We delete your profile and your rewards within 30 days. Until then, you can use your rewards.' },
}

/** The account page: personal widgets for a verified consumer, and the verify widget for others. */
export const account: SeedZone = {
  creatives: [
    {
      when: { level: 'verified' },
      content: { widget: 'stack', items: [link, totals, rewards, friends, goals, tiers, board, profile] },
    },
    { content: { widget: 'stack', items: [{ widget: 'verify' }, link] } },
  ],
}
