import { expect, test } from 'vitest'
import { missingData } from '../../../../demo/platform/campaign/needed-data.js'

test.each<[string, object, number]>([
  ['stats without numbers', { widget: 'stats' }, 1],
  ['stats with totals', { widget: 'stats', totals: '{{totals}}' }, 0],
  ['stats with a chart only', { widget: 'stats', series: '{{clicks_by_week}}' }, 0],
  ['rewards with an empty list', { widget: 'rewards', rewards: [] }, 1],
  ['a stack of two without data', { widget: 'stack', items: [{ widget: 'rewards' }, { widget: 'leaderboard' }] }, 2],
  ['a widget that reads its data itself', { widget: 'referrals' }, 0],
])('of %s', (_, content, missing) => {
  expect(missingData(content)).toHaveLength(missing)
})
