import { describe, expect, test } from 'vitest'
import { countNewRewards, readPanel, tabInHash } from '../../../widgets/panel/panel-content.js'

const ITEM = { title: 'Earn', opens: { zone: 'share' } }

describe('the content of a panel', () => {
  test('has a launcher at the end of the line, and tabs named after their zones, unless it says otherwise', () => {
    const items = [{ title: 'Earn', text: '', tab: 'share', opens: { zone: 'share', data: {} } }]
    expect(readPanel({ items: [ITEM] })).toEqual({
      text: '',
      image_url: undefined,
      corner: 'end',
      headline: '',
      layout: 'tabs',
      items,
      earned: [],
    })
    const given = { text: 'Club', image_url: 'https://brand.com/a.png', headline: 'Yours', layout: 'home' }
    const item = { title: 'Earn', text: 'How', tab: 'earn', opens: { zone: 'share', data: { labels: 'vip' } } }
    for (const corner of ['start', 'end', 'none'])
      expect(readPanel({ ...given, corner, items: [item] })).toEqual({ ...given, corner, items: [item], earned: [] })
  })

  test.each([
    ['no title', { opens: { zone: 'share' } }],
    ['no zone', { title: 'Earn' }],
    ['the tab of another item', { ...ITEM, title: 'Again' }],
    ['nothing', null],
    ['a text', 'share'],
  ])('leaves out an item with %s', (_, item) => {
    expect(readPanel({ items: [ITEM, item] }).items.map(({ title }) => title)).toEqual(['Earn'])
  })

  test('has at most 20 items', () => {
    const items = Array.from({ length: 25 }, (_, at) => ({ ...ITEM, tab: `${at}` }))
    expect(readPanel({ items: ['wrong', ...items] }).items).toHaveLength(20)
  })

  test('may have so many items that comparing each with each other one would never end', () => {
    const items = Array.from({ length: 200_000 }, (_, at) => ({ ...ITEM, tab: `${at}` }))
    expect(readPanel({ items }).items.map(({ tab }) => tab)).toEqual(items.slice(0, 20).map(({ tab }) => tab))
  })

  test.each([
    undefined,
    null,
    5,
    'text',
    [],
    { items: 5, rewards: 'many', corner: {}, layout: [] },
  ])('%j shows nothing', content => {
    expect(readPanel(content)).toMatchObject({ corner: 'end', layout: 'tabs', items: [], earned: [] })
  })
})

describe('the number of new rewards', () => {
  const reward = (created_at: unknown, state = 'EARNED') => ({ created_at, state })
  const count = (rewards: unknown, seen: string | number) =>
    countNewRewards(readPanel({ rewards }), Number(new Date(seen)))

  test('counts none that is earned in the future', () => {
    const rewards = [{ created_at: '9999-12-31' }, { created_at: new Date(Date.now() + 60_000).toISOString() }]
    expect(countNewRewards(readPanel({ rewards }), 0)).toBe(1)
  })

  test('counts those that were earned after the newest that was seen', () => {
    const rewards = [
      reward('2026-03-01T09:00:00Z'),
      reward('2026-03-02T09:00:00Z'),
      reward('2026-03-03T09:00:00+02:00'),
    ]
    expect(count(rewards, 0)).toBe(3)
    expect(count(rewards, '2026-03-01T09:00:00Z')).toBe(2)
    expect(count(rewards, '2026-03-03T07:00:00Z')).toBe(0)
  })

  test.each([
    'REDEEMED',
    'EXPIRED',
    'FAILED',
    'CANCELED',
    'CANCELLED',
    'REVOKED',
  ])('does not count one that is %s', state => {
    expect(count([reward('2026-03-01', state)], 0)).toBe(0)
  })

  test('does not count one that has expired, whatever its state says', () => {
    expect(count([{ ...reward('2026-03-01', 'SENT'), expires_at: '2026-03-02' }], 0)).toBe(0)
  })

  test.each(['PENDING', 'EARNED', 'FULFILLED', 'SENT', 'A_LATER_STATE'])('counts one that is %s', state => {
    expect(count([reward('2026-03-01', state)], 0)).toBe(1)
  })

  test('counts nothing whose date is not known', () => {
    expect(count([reward('soon'), reward(undefined), reward({}), 'reward', null], 0)).toBe(0)
  })
})

describe('the tab that an address asks for', () => {
  test.each([
    ['#rewards=earn', 'earn'],
    ['#collection&rewards=earn', 'earn'],
    ['#rewards=earn&more=1', 'earn'],
    ['#rewards=', ''],
    ['#rewards=my%20tab%3D', 'my tab='],
    ['#rewards=my+tab', 'my tab'],
    ['#rewards=%E0%A4%A', '\uFFFD%A'],
    ['#rewards=<img src=x>', '<img src=x>'],
    ['#/rewards=earn', null],
    ['#my-rewards=earn', null],
    ['#rewards', null],
    ['', null],
  ])('%s: %s', (hash, tab) => {
    expect(tabInHash(hash)).toBe(tab)
  })
})
