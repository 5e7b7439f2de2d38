import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { backoff } from '../../../src/http/retry.js'

/** What setTimeout can count to; above, it fires at once: a long wait would become a storm. */
const LONGEST_TIMER_MS = 2 ** 31 - 1
const many = <T>(make: () => T) => Array.from({ length: 200 }, make)

describe('the wait', () => {
  test.each([
    [1, 1_000],
    [2, 2_000],
    [3, 4_000],
    [4, 8_000],
    [5, 16_000],
    [6, 30_000],
    [60, 30_000],
    [5_000, 30_000],
  ])('before attempt %i is at most %i ms, chosen at random', (attempt, most) => {
    const waits = many(() => backoff(attempt))
    expect(Math.min(...waits)).toBeGreaterThanOrEqual(0)
    expect(Math.max(...waits)).toBeLessThanOrEqual(most)
    expect(Math.max(...waits)).toBeGreaterThan(most / 2)
    expect(Math.min(...waits)).toBeLessThan(most / 2)
  })

  test('is the number of seconds in Retry-After, even above the limit', () => {
    expect(backoff(1, '7')).toBe(7_000)
    expect(backoff(9, '7')).toBe(7_000)
    expect(backoff(1, '120')).toBe(120_000)
  })

  test('is an hour at most, whatever Retry-After asks for', () => {
    for (const seconds of ['3600', '3601', '86400']) expect(backoff(1, seconds)).toBe(3_600_000)
  })

  test('lasts until the date in Retry-After', () => {
    const wait = backoff(1, new Date(Date.now() + 60_000).toUTCString())
    expect(wait).toBeGreaterThan(58_000)
    expect(wait).toBeLessThanOrEqual(60_000)
  })

  test.each([
    '0',
    '0.001',
    '-5',
    'soon',
    '',
    'Thu, 01 Jan 1970 00:00:00 GMT',
    null,
    undefined,
  ])('follows the usual schedule when Retry-After is %j', retryAfter => {
    const waits = many(() => backoff(1, retryAfter))
    expect(Math.max(...waits)).toBeLessThanOrEqual(1_000)
    expect(new Set(waits).size).toBeGreaterThan(1)
  })

  test('is never longer than a timer can be, whatever Retry-After says', () => {
    for (const retryAfter of ['9999999', '1e300', 'Infinity', 'Fri, 01 Jan 2100 00:00:00 GMT'])
      expect(backoff(1, retryAfter), retryAfter).toBeLessThanOrEqual(LONGEST_TIMER_MS)
  })

  test('is a number of milliseconds, whatever the platform sends', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e6 }), fc.option(fc.string()), (attempt, retryAfter) => {
        expect(backoff(attempt, retryAfter)).toBeGreaterThanOrEqual(0)
      }),
    )
  })
})
