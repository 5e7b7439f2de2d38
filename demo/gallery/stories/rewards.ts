import type { Copy } from '../copy/index.js'
import type { Story } from './story.js'

const reward = ({ headline }: Copy, state: string, more: object = {}) => ({
  reward_id: state,
  state,
  face_value: 20,
  face_value_type: 'USD',
  partner_reward_id: null,
  partner_reward_key_type: 'COUPON',
  journey_name: headline,
  created_at: '2026-03-01T12:00:00Z',
  expires_at: null,
  ...more,
})

const states = (copy: Copy) => ({
  widget: 'rewards',
  rewards: [
    // Far enough away for the screenshots to stay the same.
    reward(copy, 'FULFILLED', { partner_reward_id: 'FERN-2041', expires_at: '2099-03-01T12:00:00Z' }),
    reward(copy, 'SENT', {
      face_value: 2.5,
      partner_reward_id: 'https://juniper.example/gift',
      partner_reward_key_type: 'LINK',
    }),
    reward(copy, 'SENT', { face_value: 15, face_value_type: 'PERCENT_OFF' }),
    reward(copy, 'EARNED', { face_value: 1200, face_value_type: 'POINTS' }),
    reward(copy, 'PENDING', { face_value: 2, face_value_type: 'MONTH' }),
    reward(copy, 'FAILED'),
    reward(copy, 'REDEEMED'),
    reward(copy, 'EXPIRED'),
    reward(copy, 'CANCELED'),
    reward(copy, 'REVOKED'),
    reward(copy, 'FROZEN', { face_value: null }),
  ],
})

const BUTTON = '[part~="button"]'
const LOCKED = '[part~="locked"]'
const STATUS = '[part="status"]:not(:empty)'

export const stories: Story[] = [
  { name: 'rewards/states', content: states, consumer: 'verified' },
  { name: 'rewards/empty', content: () => ({ widget: 'rewards', rewards: [] }), consumer: 'verified' },
  { name: 'rewards/locked', content: states, consumer: 'anonymous', readySelector: LOCKED },
  { name: 'rewards/locked-known', content: states, consumer: 'identified', readySelector: LOCKED },
  {
    name: 'rewards/locked-sent',
    content: copy => ({ ...states(copy), headline: copy.headline }),
    consumer: 'identified',
    steps: [BUTTON],
    readySelector: STATUS,
  },
]
