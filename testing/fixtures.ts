import type {
  CtaZone,
  FormZone,
  HeroZone,
  JourneyZone,
  LeaderboardZone,
  OfferZone,
  PanelZone,
  ProfileZone,
  Referral,
  ReferralsZone,
  Reward,
  RewardStatusZone,
  RewardsListZone,
  ShareZone,
  StackZone,
  StatsZone,
  TiersZone,
  VerifyZone,
} from '../src/api.js'
import type { TestConsumer } from './person.js'

const rewardList: Reward[] = [
  {
    reward_id: 'reward-1',
    state: 'FULFILLED',
    face_value: 20,
    face_value_type: 'USD',
    partner_reward_id: 'GARDEN-20',
    partner_reward_key_type: 'COUPON',
    created_at: '2026-03-01T09:00:00Z',
    journey_name: 'Give 20, get 20',
  },
  {
    reward_id: 'reward-2',
    state: 'EARNED',
    face_value: 20,
    face_value_type: 'USD',
    created_at: '2026-04-11T15:30:00Z',
    journey_name: 'Give 20, get 20',
  },
]

const friends: Referral[] = [
  {
    container: 'production',
    reason: 'CONVERSION',
    updated_at: '2026-04-11T15:30:00Z',
    person: { id: 'person-grace', first_name: 'Grace' },
  },
  {
    container: 'production',
    reason: 'CLICK',
    updated_at: '2026-04-20T08:00:00Z',
    person: { id: 'person-charles', first_name: 'Charles' },
  },
]

export const share: ShareZone = {
  widget: 'share',
  headline: 'Give 20, get 20',
  description: 'Send a friend $20 off their first order of plants, pots or tools. When they buy, you get $20 too.',
  how_it_works: [
    'Share your link with a friend.',
    'They take $20 off their first order.',
    'You get $20 for your next order.',
  ],
  channels: ['copy', 'native', 'email', 'sms', 'whatsapp', 'qr'],
  messages: {
    default: 'Here is $20 off your first order at Juniper:',
    email: { subject: 'Your $20 for the garden', message: 'Here is $20 off your first order at Juniper:' },
  },
  // Without it, the widget creates a link, which needs an identified consumer.
  shareable: { code: 'ada', link: 'https://share.brand.example/ada' },
}

export const cta: CtaZone = {
  widget: 'cta',
  style: 'banner',
  text: 'Give 20, get 20: share Juniper with a friend',
  opens: { zone: 'share_experience' },
}

export const hero: HeroZone = {
  widget: 'hero',
  headline: 'Gardens are for sharing',
  text: share.description!,
  actions: [{ text: share.headline!, opens: cta.opens! }],
}

export const form: FormZone = {
  widget: 'form',
  headline: 'Join the garden club',
  event: 'registration',
  fields: [{ type: 'email', name: 'email', label: 'Email', required: true }],
}

export const offer: OfferZone = {
  widget: 'offer',
  headline: 'A gift from a friend',
  advocate: { first_name: 'Ada' },
  reward_text: '$20 off your first order',
  coupon_code: 'FRIEND20',
  reveal: 'always',
  rules: ['Valid for a first order of $40 or more.', 'One per household.', 'Not valid for gift cards.'],
  continue_url: 'https://brand.example/',
  state: 'available',
}

export const journey: JourneyZone = {
  widget: 'journey',
  goals: [
    { title: 'Refer your first friend', reward_text: '$20 for your next order', current: 1, target: 1 },
    { title: 'Refer three friends', reward_text: 'A free Terra planter', current: 1, target: 3 },
  ],
}

const tiers: TiersZone = {
  widget: 'tiers',
  current: 3,
  previous: 1,
  tiers: [
    { title: 'Seedling', threshold: 0, benefits: ['Free seeds with each order'] },
    { title: 'Sprout', threshold: 2, benefits: ['Free delivery', 'A gift on your birthday'] },
    { title: 'Oak', threshold: 5, benefits: ['10% off every order', 'First pick of rare plants'] },
  ],
}

export const leaderboard: LeaderboardZone = {
  widget: 'leaderboard',
  ranks: {
    rows: [
      { rank: 1, name: 'Grace', value: 20 },
      { rank: 2, name: 'Ada', value: 3, own: true },
    ],
    opted_in: true,
  },
}

export const profile: ProfileZone = {
  widget: 'profile',
  fields: ['first_name', 'last_name', 'email'],
  consents: [{ name: 'cookie_consent', text: 'Recognize me when I come back.' }],
  download: true,
  deletion: true,
}

export const verify: VerifyZone = { widget: 'verify' }

export const rewards: RewardsListZone = { widget: 'rewards', rewards: rewardList }

export const referrals: ReferralsZone = {
  widget: 'referrals',
  remind: { subject: 'Your $20 for the garden', message: 'Your $20 for the garden is still waiting:' },
}

export const stats: StatsZone = {
  widget: 'stats',
  totals: { clicks: 42, shares: 7, conversions: 3, earned: { value: 60, type: 'USD' } },
  series: {
    name: 'clicks',
    points: [5, 9, 12, 16].map((value, day) => ({ date: `2026-03-1${day}`, value })),
  },
}

export const rewardStatus: RewardStatusZone = {
  widget: 'reward-status',
  reward_name: 'reward-1',
  pending_text: 'Your reward will appear here.',
  succeeded_text: 'Your reward is here.',
}

export const stack: StackZone = {
  widget: 'stack',
  items: [
    { ...share, title: 'Your link', how_it_works: [] },
    { ...stats, title: 'Your results' },
    { ...referrals, title: 'Your friends' },
    { ...profile, title: 'Your profile' },
  ],
}

export const panel: PanelZone = {
  widget: 'panel',
  items: stack.items!.map(({ title, widget }) => ({ title: title!, opens: { zone: widget } })),
  rewards: rewardList,
}

/** A verified consumer with rewards and friends. */
export const consumer: TestConsumer = {
  level: 'verified',
  email: 'ada@example.com',
  first_name: 'Ada',
  last_name: 'Lovelace',
  partner_user_id: 'customer-1',
  rewards: rewardList,
  referrals: friends,
}

/** Realistic content for each widget, and a consumer. Change a copy: `{ ...fixtures.share, headline: 'Give 30' }`. */
export const fixtures = {
  share,
  cta,
  hero,
  form,
  offer,
  journey,
  tiers,
  leaderboard,
  profile,
  verify,
  rewards,
  referrals,
  stats,
  rewardStatus,
  stack,
  panel,
  /** HTML, which the `html` widget draws in a sandboxed frame. */
  html: '<p>Give $20, get $20. <a href="https://brand.example/refer" target="_blank">Share Juniper</a></p>',
  consumer,
}
