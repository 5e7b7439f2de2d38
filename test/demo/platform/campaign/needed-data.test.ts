import { expect, test } from 'vitest'
import { missingData } from '../../../../demo/platform/campaign/needed-data.js'

test.each<[string, object, number]>([
  ['stats without numbers', { widget: 'stats' }, 1],
  ['stats with totals', { widget: 'stats', totals: '{{totals}}' }, 0],
  ['stats with a chart only', { widget: 'stats', series: '{{clicks_by_week}}' }, 0],
  ['tiers without a number', { widget: 'tiers' }, 1],
  ['tiers with a number', { widget: 'tiers', current: '{{friends}}' }, 0],
  ['tiers with goals only', { widget: 'tiers', goals: [{ title: 'Ten friends', target: 10 }] }, 0],
  ['a journey without goals', { widget: 'journey' }, 1],
  ['a journey with goals', { widget: 'journey', goals: [{ title: 'Ten friends', target: 10 }] }, 0],
  ['a leaderboard with ranks', { widget: 'leaderboard', ranks: '{{ranks}}' }, 0],
  ['rewards with an empty list', { widget: 'rewards', rewards: [] }, 1],
  ['a stack of two without data', { widget: 'stack', items: [{ widget: 'rewards' }, { widget: 'leaderboard' }] }, 2],
  ['a widget that reads its data itself', { widget: 'referrals' }, 0],
])('of %s', (_, content, missing) => {
  expect(missingData(content)).toHaveLength(missing)
})
