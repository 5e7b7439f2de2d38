import type { SeedZone } from './seed-zone.js'

const rules = ['Valid for a first order.', 'One per person.']

const offer = {
  widget: 'offer',
  headline: 'Welcome to Juniper',
  reward_text: '$20 off your first order',
  rules,
  continue_url: '{{landing_url}}',
}

const code = { coupon_code: 'FRIEND20', reveal: 'always' }

/** The other states of the offer. A label with the name of a state selects it, for demos. */
const states = [
  { when: { labels: 'expired' }, content: { ...offer, state: 'expired', expires_at: '2026-03-31T23:59:59Z' } },
  { when: { labels: 'ineligible' }, content: { ...offer, state: 'ineligible' } },
  { when: { labels: 'self_referral' }, content: { ...offer, state: 'self_referral' } },
  { when: { labels: 'used' }, content: { ...offer, state: 'used' } },
]

/** The offer on the front page. An anonymous visitor enters an email address to get the code. */
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

/** The offer on the landing page of share links, with the name of the advocate and the state of the offer. */
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
