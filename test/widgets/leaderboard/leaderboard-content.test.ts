import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readLeaderboard } from '../../../widgets/leaderboard/leaderboard-content.js'

const row = (rank: unknown, name: unknown, value: unknown, more: object = {}) => ({ rank, name, value, ...more })

const read = (...rows: unknown[]) => readLeaderboard({ ranks: { rows } }).rows

/** `1. Grace H. 12`, and an asterisk for the consumer. */
const listed = (...rows: unknown[]) =>
  read(...rows).map(({ rank, name, value, isOwn }) => `${isOwn ? '* ' : ''}${rank}. ${name} ${value}`)

describe('the rows of a leaderboard', () => {
  test('are in the order of their ranks, and those with the same rank in that of the content', () => {
    const rows = [
      row(null, 'Zed', 0, { own: true }),
      row(2, 'Mary S.', 7),
      row(1, 'Grace H.', 12, { image_url: 'https://brand.example/grace.jpg' }),
      row(2, 'Ada L.', 7),
    ]
    expect(listed(...rows)).toEqual(['1. Grace H. 12', '2. Mary S. 7', '2. Ada L. 7', '* undefined. Zed 0'])
    expect(read(...rows)[0]).toEqual({
      ...{ rank: 1, name: 'Grace H.', value: 12, isOwn: false },
      image_url: 'https://brand.example/grace.jpg',
    })
  })

  test.each([
    [row(0, 'Ada', 1)],
    [row(1.5, 'Ada', 1)],
    [row('1', 'Ada', 1)],
    [row(undefined, 'Ada', 1)],
    [row(null, 'Ada', 1, { own: 'true' })],
    [row(1, 'Ada', undefined)],
    [row(1, 'Ada', '1')],
    [row(1, 'Ada', -1)],
    [row(1, 'Ada', Number.NaN)],
    [row(null, 'Ada', undefined, { own: true })],
    [undefined],
    ['Ada'],
  ])('are not %j', given => {
    expect(read(given)).toEqual([])
  })

  test.each([
    'javascript:alert(1)',
    'data:image/svg+xml,<svg/>',
    'ftp://a.example/b',
    'olive.jpg',
    7,
  ])('have no picture at %j', image_url => {
    expect(read(row(1, 'Ada', 1, { image_url }))[0]!.image_url).toBeUndefined()
  })

  test('are at most the first hundred, in whatever order they are given, and that of the consumer', () => {
    const many = Array.from({ length: 120 }, (_, at) => row(at + 1, `Person ${at}`, 500 - at))
    const shown = [...many.slice(0, 100).map(({ rank, name, value }) => `${rank}. ${name} ${value}`), '* 4512. Me 1']
    const own = row(4_512, 'Me', 1, { own: true })
    expect(listed(...many, own)).toEqual(shown)
    expect(listed(own, ...many.toReversed())).toEqual(shown)
  })

  test('are read whole only if they are shown', () => {
    let pictures = 0
    const many = Array.from({ length: 10_000 }, (_, at) => ({
      ...row(at + 1, 'Ada', 1),
      get image_url() {
        pictures += 1
        return 'https://brand.example/ada.jpg'
      },
    }))
    expect(read(...many, row(null, 'Me', 1, { own: true }))).toHaveLength(101)
    expect(pictures).toBe(100)
  })

  test('of the consumer are one', () => {
    expect(listed(row(2, 'Me', 1, { own: true }), row(1, 'Again', 2, { own: true }))).toEqual(['* 2. Me 1'])
  })
})

test.each([
  [undefined, 'referrals'],
  ['referrals', 'referrals'],
  ['rewards', 'rewards'],
  ['planted_tree', 'events'],
  ['', 'referrals'],
  [null, 'referrals'],
  [7, 'referrals'],
])('what counts, %j, is read as %s', (counts, expected) => {
  expect(readLeaderboard({ counts }).counts).toBe(expected)
})

test.each([
  ['week', 'week'],
  ['month', 'month'],
  ['year', 'year'],
  ['all', 'all'],
  ['fortnight', undefined],
  [undefined, undefined],
])('the period %j is read as %j', (period, expected) => {
  expect(readLeaderboard({ period }).period).toBe(expected)
})

test('the end of the period is that of its last day', () => {
  const { ends_at } = readLeaderboard({ ranks: { ends_at: '2026-11-30' } })
  expect(ends_at).toEqual(new Date('2026-11-30T23:59:59.999'))
})

test.each([true, false, undefined, 'true', 1, null])('the choice %j is one if it is true or false', opted_in => {
  expect(readLeaderboard({ ranks: { opted_in } }).opted_in).toBe(typeof opted_in === 'boolean' ? opted_in : undefined)
})

test('a content may be any value', () => {
  const ranks = fc.dictionary(fc.constantFrom('rows', 'ends_at', 'opted_in'), fc.anything())
  const rows = fc.array(
    fc.oneof(fc.anything(), fc.dictionary(fc.constantFrom('rank', 'name', 'value', 'own'), fc.anything())),
  )
  fc.assert(
    fc.property(fc.anything(), ranks, rows, (content, ranks, rows) => {
      readLeaderboard(content)
      readLeaderboard({ ranks })
      for (const { value } of readLeaderboard({ ranks: { rows } }).rows) expect(value).toBeGreaterThanOrEqual(0)
    }),
  )
})
