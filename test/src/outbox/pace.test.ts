// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { RewardsError } from '../../../src/error/error.js'
import { createPace } from '../../../src/outbox/pace.js'

const NAME = 'rewards:https://share.brand.com'
const down = () => new RewardsError('', '', { status: 503, retryable: true })
const busy = (retryAfter: string) => new RewardsError('too_many_requests', '', { status: 429, retryAfter })
const create = (keeps = true) => createPace(NAME, () => keeps)
const pass = (ms: number) => vi.setSystemTime(Date.now() + ms)

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] })
  localStorage.clear()
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

/** Goes through `attempts`, each as soon as it may, and answers when each went, from the start. */
function times(attempts: number, pace = create()) {
  const start = Date.now()
  return Array.from({ length: attempts }, () => {
    for (let wait = pace.spacing(); wait; wait = pace.spacing()) pass(Math.ceil(wait))
    pace.consume()
    return Date.now() - start
  })
}

describe('a burst of events', () => {
  test('of twenty is sent within three seconds', () => {
    expect(times(20).at(-1)).toBeLessThan(3_000)
  })

  test('is sent as fast as the option eventsPerMinute allows', () => {
    expect(
      times(
        1_000,
        createPace(NAME, () => true, 60_000),
      ).at(-1),
    ).toBeLessThan(2_000)
  })

  test('of nine hundred stays within the platform’s limits in any second and any minute', () => {
    const went = times(900)
    const within = (ms: number) => Math.max(...went.map(from => went.filter(at => at >= from && at < from + ms).length))
    expect(within(1_000)).toBeLessThanOrEqual(9)
    expect(within(60_000)).toBeLessThanOrEqual(85)
    expect(went.at(-1)).toBeLessThan(20 * 60_000)
  })

  test('keeps its pace on the next page', () => {
    const before = times(60).at(-1)!
    expect(times(10).at(-1)).toBeGreaterThan(8_000)
    expect(before).toBeGreaterThan(30_000)
  })
})

describe('a platform that is down', () => {
  test('is tried at most six times in half a minute, whatever the random pauses', () => {
    for (const dice of [0, 0.1, 0.3, 0.5]) {
      vi.spyOn(Math, 'random').mockReturnValue(dice)
      const pace = create()
      pace.erase()
      const start = Date.now()
      let tries = 0
      while (Date.now() < start + 30_000) {
        tries++
        pace.recordFailure(down())
        pass(Math.max(pace.backoffLeft(), 1))
      }
      expect(tries, `dice ${dice}`).toBeLessThanOrEqual(6)
    }
  })

  test('is tried every twelve seconds by a visible page, and less often by a hidden one', () => {
    vi.spyOn(Math, 'random').mockReturnValue(0.999)
    const longest = (pace = create()) =>
      Math.max(
        ...Array.from({ length: 20 }, () => {
          pace.recordFailure(down())
          const wait = pace.backoffLeft()
          pass(wait)
          return wait
        }),
      )
    expect(longest()).toBe(12_000)
    vi.spyOn(Object.getPrototypeOf(document), 'hidden', 'get').mockReturnValue(true)
    expect(longest()).toBeGreaterThan(29_000)
  })

  test('makes all tabs pause together, however many of them fail', () => {
    const [one, other] = [create(), create()]
    expect(one.recordFailure(down())).toBe(1)
    if (other.backoffLeft()) expect(other.recordFailure(down())).toBe(1)
    expect(other.backoffLeft()).toBe(one.backoffLeft())
    other.recordSuccess()
    expect(one.backoffLeft()).toBe(0)
  })

  test('is tried again on flush(), unless the platform has named a time', () => {
    vi.spyOn(Math, 'random').mockReturnValue(0.5)
    const pace = create()
    pace.recordFailure(down())
    expect([pace.backoffLeft(), pace.backoffLeft(true)]).toEqual([500, 0])
    pace.endBackoff()
    expect(pace.backoffLeft()).toBe(0)
    pace.recordFailure(busy('60'))
    pace.endBackoff()
    expect([pace.backoffLeft(), pace.backoffLeft(true)]).toEqual([60_000, 60_000])
  })

  test.each([
    '0',
    '0.001',
    'soon',
    'Thu, 01 Jan 1970 00:00:00 GMT',
  ])('is tried as rarely as Retry-After says: %s; flush() still tries at once', retryAfter => {
    vi.spyOn(Math, 'random').mockReturnValue(0)
    const pace = create()
    const start = Date.now()
    let tries = 0
    while (Date.now() < start + 20_000) {
      tries++
      pace.recordFailure(busy(retryAfter))
      pass(Math.max(pace.backoffLeft(), 1))
    }
    expect(tries).toBeLessThanOrEqual(8)
    pace.recordFailure(busy(retryAfter))
    expect(pace.backoffLeft(true)).toBe(0)
    pace.endBackoff()
    expect(pace.backoffLeft()).toBe(0)
  })

  test('waits for the browser to be online again', () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    const pace = create()
    pace.recordFailure(new RewardsError('network_error', '', { retryable: true }))
    expect(pace.backoffLeft()).toBeGreaterThan(60_000)
    pace.endBackoff()
    expect(pace.backoffLeft()).toBe(0)
    // A browser that is wrong about it reaches the platform all the same.
    pace.recordFailure(down())
    expect(pace.backoffLeft()).toBeLessThanOrEqual(12_000)
  })
})

describe('a clock that jumps', () => {
  test.each([-400, 400])('by %i days does not extend the pause far into the future', days => {
    const pace = create()
    pace.recordFailure(busy('60'))
    times(40, pace)
    pass(days * 86_400_000)
    expect(pace.backoffLeft()).toBeLessThanOrEqual(3_600_000)
    expect(pace.spacing()).toBeLessThanOrEqual(2_000)
  })
})

describe('the stored pace', () => {
  test('is not stored without permission, and is deleted on request', () => {
    create(false).recordFailure(down())
    expect(localStorage).toHaveLength(0)
    const pace = create()
    pace.recordFailure(down())
    expect(localStorage).toHaveLength(1)
    pace.erase()
    expect(localStorage).toHaveLength(0)
  })

  test.each([
    '',
    '{',
    'null',
    '7',
    '{"a":1}',
    '["x","y"]',
    '[1e300,-1,"1e400",null,{}]',
  ])('may be another script’s data: %s', text => {
    localStorage.setItem(`${NAME}:pace|1`, text)
    const pace = create()
    expect(pace.backoffLeft()).toBe(0)
    expect(pace.spacing()).toBe(0)
    pace.consume()
    pace.recordFailure(down())
    expect(pace.backoffLeft()).toBeLessThanOrEqual(30_000)
    pace.recordSuccess()
    expect(pace.backoffLeft()).toBe(0)
  })

  test('is not needed if the storage is blocked', () => {
    const blocked = (): never => {
      throw new DOMException('Blocked', 'SecurityError')
    }
    vi.stubGlobal('localStorage', new Proxy({}, { get: blocked, set: blocked }))
    const pace = create()
    pace.recordFailure(busy('7'))
    expect(pace.backoffLeft()).toBe(7_000)
    pace.erase()
  })
})

test('the pace of another version is left alone', () => {
  const key = `${NAME}:pace`
  for (const version of ['', '|2']) localStorage.setItem(key + version, 'something new')
  createPace(NAME, () => true).consume()
  for (const version of ['', '|2']) expect(localStorage.getItem(key + version)).toBe('something new')
})
