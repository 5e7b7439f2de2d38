import type { Copy } from './copy.js'

/** English. */
export const copy: Copy = {
  headline: 'Give $20, get $20',
  description: 'Send a friend $20 off their first order of plants, pots or tools. When they buy, you get $20 too.',
  steps: ['Share your link with a friend.', 'They take $20 off their first order.', 'You get $20 for your next one.'],
  message: 'Here is $20 off your first order at Juniper:',
  subject: 'Your $20 for the garden',
  opt_in: 'Send me occasional gardening tips and news.',
  call: 'Give $20, get $20: share Juniper with a friend',
  small: '$20 for you',
  welcome: 'A gift from a friend',
  reward: '$20 off your first order',
  rules: ['Valid for a first order of $40 or more.', 'One per household.', 'Not valid for gift cards.'],
  friend: 'Ada',
  goals: [
    ['Refer three friends', 'A planter of your choice'],
    ['Order in every season', '$10 each time'],
  ],
  tiers: [
    ['Seedling', 'Free seeds with each order'],
    ['Sprout', 'Free delivery'],
    ['Oak', 'First pick of rare plants'],
  ],
  agreement: 'You may use my activity here to improve the program.',
  titles: { profile: 'Your profile', goals: 'Your goals' },
}
