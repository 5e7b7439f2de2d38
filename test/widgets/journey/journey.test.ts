import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { deadlineOf, readJourney } from '../../../widgets/journey/journey-content.js'

const goal = (more: object) =>
  readJourney({ goals: [{ title: 'Bring friends', current: 2, target: 3, ...more }] }).goals[0]

describe('the content of a goal', () => {
  test('has the progress, and whether the goal is reached', () => {
    expect(goal({})).toMatchObject({ current: 2, target: 3, times_reached: 0 })
    expect(goal({ current: 3 })).toMatchObject({ current: 3, times_reached: 1 })
    expect(goal({ current: 17 })).toMatchObject({ current: 3, times_reached: 1 })
  })

  test('starts again each time a repeatable goal is reached', () => {
    expect(goal({ current: 7, repeatable: true })).toMatchObject({ current: 1, times_reached: 2 })
    expect(goal({ current: 3, repeatable: true })).toMatchObject({ current: 0, times_reached: 1 })
  })

  test('counts towards the longest list only if it is shown', () => {
    const goals = [{}, ...Array.from({ length: 21 }, (_, index) => ({ title: `${index}`, target: 1 }))]
    expect(readJourney({ goals }).goals).toHaveLength(20)
  })

  test('is counted in tenths, too', () => {
    const tenths = { target: 0.1, current: 0.3 }
    expect(goal({ ...tenths, repeatable: true })).toMatchObject({ current: 0, times_reached: 3 })
    expect(goal({ target: 0.3, current: 0.7, repeatable: true })).toMatchObject({ current: 0.1, times_reached: 2 })
  })

  test.each([
    { target: 0 },
    { target: '3' },
    { target: Infinity },
    { target: -1 },
    { title: '' },
  ])('%j is no goal', more => {
    expect(goal(more)).toBeUndefined()
  })

  test('begins and ends with the days that it names', () => {
    const { starts_at, ends_at } = goal({ starts_at: '2026-05-01', ends_at: '2026-05-31' })!
    expect(starts_at).toEqual(new Date('2026-05-01T00:00:00'))
    expect(ends_at).toEqual(new Date('2026-05-31T23:59:59.999'))
  })

  test('names its start until it has begun, then its end, and neither once it is reached', () => {
    const dates = { starts_at: '2026-05-01', ends_at: '2026-05-31' }
    const kindAt = (day: string, more: object = {}) =>
      deadlineOf(goal({ ...dates, ...more })!, Date.parse(`${day}T12:00:00`))?.kind
    expect(['2026-04-30', '2026-05-02', '2026-06-01'].map(day => kindAt(day))).toEqual(['starts', 'until', 'ended'])
    expect(kindAt('2026-05-02', { current: 3 })).toBeUndefined()
  })

  test('counts only numbers', () => {
    for (const current of ['2', null, Number.NaN, -4])
      expect(goal({ current })).toMatchObject({ current: 0, times_reached: 0 })
  })

  test('may be any value', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom('title', 'current', 'target', 'starts_at', 'repeatable'), fc.anything()),
        one => {
          for (const { current, target } of readJourney({ goals: [one] }).goals)
            expect(current).toBeLessThanOrEqual(target)
        },
      ),
    )
  })
})
