import type { SeedZone } from './seed-zone.js'

const rules = ['For your first order of $40 or more.', 'One for each household.', 'Not for gift cards.']

const offer = {
  widget: 'offer',
  headline: 'Welcome to Juniper',
  reward_text: '$20 off your first order',
  rules,
  continue_url: '{{landing_url}}',
}

const code = { coupon_code: 'FRIEND20', reveal: 'always' }

/** The other states, each by a label of its name, so that a page can show it without living through it. */
const states = [
  { when: { labels: 'expired' }, content: { ...offer, state: 'expired', expires_at: '2026-03-31T23:59:59Z' } },
  { when: { labels: 'ineligible' }, content: { ...offer, state: 'ineligible' } },
  { when: { labels: 'self_referral' }, content: { ...offer, state: 'self_referral' } },
  { when: { labels: 'used' }, content: { ...offer, state: 'used' } },
]

/** On the brand's front page: the code is for who says how to reach them, and shown at once to who has. */
export const welcomeOffer: SeedZone = {
  creatives: [
    ...states,
    {
      when: { level: 'anonymous' },
      content: { ...offer, ...code, reveal: 'email', state: '{{offer_state}}' },
    },
    { content: { ...offer, ...code, headline: 'Good to see you', state: '{{offer_state}}' } },
  ],
}

/** Where a share link leads: the friend is told who sent them, and where they stand in truth. */
export const shareDestination: SeedZone = {
  creatives: [
    ...states,
    {
      content: {
        ...offer,
        ...code,
        headline: 'A gift from a friend',
        advocate: '{{advocate}}',
        state: '{{offer_state}}',
      },
    },
  ],
}
