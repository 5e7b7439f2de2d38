import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readTiers } from '../../../widgets/tiers/tiers-content.js'

const TIERS = [
  { title: 'Oak', threshold: 5, benefits: ['First pick', '', 7] },
  { title: 'Seedling', threshold: 1 },
  { title: 'Sprout', threshold: 3, benefits: 'Free delivery' },
]

const standing = (more: object) => {
  const { current, tier, next, change } = readTiers({ tiers: TIERS, ...more })
  return [current, tier?.title, next?.title, change && `${change.kind} ${change.tier.title}`]
}

describe('the tiers of a program', () => {
  test('are in the order of their thresholds, with their benefits', () => {
    expect(readTiers({ headline: 'Your level', tiers: TIERS })).toMatchObject({
      headline: 'Your level',
      tiers: [
        { title: 'Seedling', threshold: 1, benefits: [] },
        { title: 'Sprout', threshold: 3, benefits: [] },
        { title: 'Oak', threshold: 5, benefits: ['First pick'] },
      ],
    })
  })

  test.each([
    [0, [0, undefined, 'Seedling', undefined]],
    [1, [1, 'Seedling', 'Sprout', undefined]],
    [2.5, [2.5, 'Seedling', 'Sprout', undefined]],
    [3, [3, 'Sprout', 'Oak', undefined]],
    [5, [5, 'Oak', undefined, undefined]],
    [900, [900, 'Oak', undefined, undefined]],
  ])('with %s: where the consumer stands, and what is next', (current, expected) => {
    expect(standing({ current })).toEqual(expected)
  })

  test.each([
    [4, 1, 'gained Sprout'],
    [1, 0, 'gained Seedling'],
    [9, 0, 'gained Oak'],
    [2, 9, 'lost Oak'],
    [0, 3, 'lost Sprout'],
    [4, 3, undefined],
    [3, 4, undefined],
    [4, undefined, undefined],
    [4, '1', undefined],
    [undefined, 1, undefined],
  ])('with %s after %s: %s', (current, previous, change) => {
    expect(standing({ current, previous })[3]).toBe(change)
  })

  test.each([null, '3', -1, Number.NaN, Infinity])('with %s, nobody knows where the consumer stands', current => {
    expect(standing({ current, previous: 3 })).toEqual([undefined, undefined, undefined, undefined])
  })

  test.each([
    { title: '' },
    { title: 7 },
    { threshold: -1 },
    { threshold: '3' },
    { threshold: undefined },
  ])('%j is no tier', more => {
    expect(readTiers({ tiers: [{ title: 'Oak', threshold: 0, ...more }] }).tiers).toEqual([])
  })

  test('come from the goals of a journey, if the content has no tiers', () => {
    const goals = [
      { title: 'Refer three friends', reward_text: 'A planter', current: 1, target: 3 },
      { title: 'Refer a friend', current: 2, target: 1 },
    ]
    expect(readTiers({ goals, current: 9 })).toMatchObject({
      current: 2,
      tiers: [
        { title: 'Refer a friend', threshold: 1, benefits: [] },
        { title: 'Refer three friends', threshold: 3, benefits: ['A planter'] },
      ],
      tier: { title: 'Refer a friend' },
      next: { title: 'Refer three friends' },
    })
    expect(readTiers({ goals: [{ title: 'Refer a friend', target: 1 }], current: 1 }).current).toBe(1)
    expect(readTiers({ goals, tiers: TIERS, current: 4 })).toMatchObject({ current: 4, tier: { title: 'Sprout' } })
  })

  test('are the lowest twenty if there are more', () => {
    const many = Array.from({ length: 30 }, (_, at) => ({ title: `Tier ${at}`, threshold: 30 - at }))
    expect(readTiers({ tiers: many }).tiers.map(({ title }) => title)).toEqual(
      many
        .slice(10)
        .map(({ title }) => title)
        .reverse(),
    )
  })

  test.each([
    [undefined, [1, 20], undefined, undefined],
    [3, [1, 20], 'Tier 3', 'Tier 4'],
    [20, [2, 21], 'Tier 20', 'Tier 21'],
    [25, [7, 26], 'Tier 25', 'Tier 26'],
    [30, [11, 30], 'Tier 30', undefined],
  ])('of which there are thirty: with %s, those from %j, with that of the consumer and the next', (current, ends, tier, next) => {
    const tiers = Array.from({ length: 30 }, (_, at) => ({ title: `Tier ${at + 1}`, threshold: at + 1 }))
    const given = readTiers({ tiers, current })
    expect([given.tiers[0]!.threshold, given.tiers.at(-1)!.threshold]).toEqual(ends)
    expect(given.tiers).toHaveLength(20)
    expect([given.tier?.title, given.next?.title]).toEqual([tier, next])
  })

  test('may be any value', () => {
    const any = fc.dictionary(fc.constantFrom('current', 'previous', 'tiers', 'goals', 'headline'), fc.anything())
    const list = fc.array(fc.dictionary(fc.constantFrom('title', 'threshold', 'benefits', 'target'), fc.anything()))
    fc.assert(
      fc.property(any, list, (content, tiers) => {
        for (const given of [content, { ...content, tiers }, { ...content, goals: tiers }])
          for (const { threshold } of readTiers(given).tiers) expect(threshold).toBeGreaterThanOrEqual(0)
      }),
    )
  })
})
