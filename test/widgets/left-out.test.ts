import { describe, expect, test } from 'vitest'
import { useLocalPlatform } from './local-platform.js'
import { showOwn } from './own-zone.js'
import { useViewport } from './viewport.js'

useViewport()
const local = useLocalPlatform()

const many = <Item>(count: number, item: Item) => Array.from({ length: count }, () => item)

const numbers = (count: number) => Array.from({ length: count }, (_, at) => `n${at}`)

const GOAL = { title: 'Three friends', target: 3 }
const TIER = { title: 'Oak', threshold: 5 }
const RANK = { rank: 1, value: 3 }
const OWN = { value: 0, own: true }
const tab = (at: number) => ({ title: 'Earn', opens: { zone: `zone-${at}` } })
const TAB = tab(-1)
const POINT = { date: '2026-03-01', value: 3 }
const PLACE = { type: 'select', name: 'place', label: 'Place' }
const STATS = { widget: 'stats', totals: { shares: 5 } }

describe('what a widget leaves out of a list', () => {
  test.each([
    ['rewards', { rewards: [...many(500, { state: 'REDEEMED' }), { state: 'SENT' }, {}] }, '2 of 502 rewards'],
    ['referrals', { referrals: [...many(1_000, { person: {} }), { person: {} }, 'Bob'] }, '2 of 1002 referrals'],
    ['journey', { goals: [...many(20, GOAL), { title: 'Text', target: '5' }, GOAL] }, '2 of 22 goals'],
    ['tiers', { tiers: [...many(20, TIER), { title: 'Text', threshold: '5' }, TIER] }, '2 of 22 tiers'],
    ['tiers', { goals: [...many(20, GOAL), { title: 'Text', target: '5' }, GOAL] }, '2 of 22 goals'],
    [
      'tiers',
      {
        tiers: [
          { ...TIER, benefits: many(21, 'Gift') },
          { ...TIER, benefits: ['', 'Gift'] },
        ],
      },
      '2 of 23 benefits',
    ],
    ['leaderboard', { ranks: { rows: [...many(101, RANK), { rank: 2 }, OWN] } }, '2 of 103 rows'],
    ['stats', { ...STATS, series: { name: 'shares', points: [...many(62, POINT), {}] } }, '3 of 63 points'],
    [
      'form',
      { fields: [{ ...PLACE, options: [...numbers(301), 'n', 7] }] },
      '3 of 303 options of place are not shown.* at most 300',
    ],
    ['stack', { items: [{ widget: 'html' }, ...many(21, STATS)] }, '2 of 22 items'],
    [
      'panel',
      { items: [{ title: 'No zone' }, TAB, TAB, ...many(19, '').map((_, at) => tab(at)), tab(19)] },
      '3 of 23 items',
    ],
    ['offer', { headline: 'Give 20', rules: many(21, 'One rule') }, '1 of 21 rules'],
    [
      'share',
      { shareable: { code: 'a', link: 'https://a.example' }, how_it_works: many(21, 'Step') },
      '1 of 21 how_it',
    ],
  ])('is reported by %s', async (widget, content, problem) => {
    const problems: string[] = []
    local.rewards.addEventListener('error', ({ detail }) => problems.push(`${detail.code}: ${detail.message}`))
    await showOwn(local, { widget, ...content })
    await expect
      .poll(() => problems)
      .toEqual([expect.stringMatching(new RegExp(`^unsupported_content: .*: ${problem}`))])
  })

  test('does not cost a stack an item that it can show', async () => {
    const { root } = await showOwn(local, {
      widget: 'stack',
      items: [...many(6, { widget: 'html' }), ...many(20, STATS)],
    })
    expect(root.querySelectorAll('[part=frame]')).toHaveLength(20)
  })
})
