import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { RewardsError } from '../../../src/error/error.js'
import { refusalIn } from '../../../src/http/read.js'
import { isEventRetryable } from '../../../src/http/retry.js'
import { toAnswer } from '../../../src/http/send.js'
import {
  afterFailure,
  chooseForLeaving,
  chooseProbe,
  delayLeft,
  isProbeDue,
  postponeUntilReturn,
} from '../../../src/outbox/postpone.js'
import type { WaitingEvent } from '../../../src/outbox/waiting-event.js'
import { error as platformError } from '../wire.js'
import { waiting } from './waiting.js'

const HOUR_MS = 3_600_000
const rejected = new RewardsError('network_error', '', { status: 403, retryable: true })
const unknown = new RewardsError('odd', '', { status: 400, hasUnknownCode: true })

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'performance'] }))
afterEach(() => void vi.useRealTimers())

const events = (...ids: string[]) => ids.map(id => (id.startsWith('@') ? identifying(id) : waiting(id)))
const identifying = (id: string) => waiting(id, { data: { email: `${id}@example.com` } })
const idsOf = (list: WaitingEvent[]) => list.map(({ id }) => id)
const pass = (ms: number) => vi.setSystemTime(Date.now() + ms)

/** The delays of an event that fails as soon as it is due, until it is given up or has failed so often. */
function failures(event: WaitingEvent, error: RewardsError, times: number, isItsOwnFault = true) {
  const delays: number[] = []
  let next: WaitingEvent | undefined = event
  while (next && delays.length < times) {
    next = afterFailure(next, error, isItsOwnFault, Date.now())
    const delay = next ? delayLeft(next, Date.now()) : Number.NaN
    delays.push(delay)
    pass(delay || 0)
  }
  return delays
}

describe('A probe', () => {
  test('is tried after every fourth failure, but in front of an identifying event only from the twelfth on', () => {
    const due = (first: WaitingEvent) => Array.from({ length: 17 }, (_, n) => n).filter(n => isProbeDue(n, first))
    expect(due(waiting('a'))).toEqual([3, 7, 11, 15])
    expect(due(identifying('@'))).toEqual([11, 15])
  })

  test('is another event each round, up to the next identifying event', () => {
    const queue = events('first', 'a', 'b', '@', 'c')
    expect([3, 7, 11].map(failed => chooseProbe(queue, failed)?.id)).toEqual(['a', 'b', 'a'])
  })

  test('is the identifying event only if there is no other, and not in the first round', () => {
    const queue = events('first', '@', 'c')
    expect([3, 7].map(failed => chooseProbe(queue, failed)?.id)).toEqual([undefined, '@'])
    expect(chooseProbe(events('first'), 7)).toBeUndefined()
  })
})

describe('In parallel', () => {
  test.each([
    [
      ['a', 'b', '@', 'c'],
      ['a', 'b'],
    ],
    [['@', 'a'], ['@']],
    [[...'abcdefghijk'], [...'abcdefghi']],
    [[...'abcdefghij', '@'], [...'abcdefghi']],
    [[], []],
  ])('of %j, %j are sent', (queue, sent) => {
    expect(idsOf(chooseForLeaving(events(...queue)))).toEqual(sent)
  })
})

describe('An event that fails', () => {
  test('keeps its place while no other event passes', () => {
    const event = waiting('a')
    expect(afterFailure(event, rejected, false, Date.now())).toBe(event)
  })

  test('waits twice as long each time, an hour at most', () => {
    const delays = failures(waiting('a'), rejected, 9).map(ms => ms / 60_000)
    expect(delays.slice(0, 9)).toEqual([0.5, 1, 2, 4, 8, 16, 32, 60, 60])
  })

  test.each([true, false])('is never given up (its own fault: %s)', isItsOwnFault => {
    const postponed = postponeUntilReturn(waiting('a'), Date.now())
    expect(failures(postponed, rejected, 100, isItsOwnFault).some(Number.isNaN)).toBe(false)
  })

  test('is sent five times at most if the platform answers with an unknown code', () => {
    expect(failures(waiting('a'), unknown, 100, false)).toEqual([0, 0, 10_000, 2 * HOUR_MS, Number.NaN])
  })

  test.each([
    429, 500, 503,
  ])('is never given up if the platform is overloaded, also with an unknown code: %i', async status => {
    const answer = await toAnswer('', platformError(status, 'brand_new'))
    const error = refusalIn(answer, '/api/v6/events', 'svc')!
    expect(isEventRetryable(error)).toBe(true)
    expect(failures(waiting('a'), error, 100, false)).toEqual(Array(100).fill(0))
  })
})

describe('The delay of an event', () => {
  test('is zero for an event whose person is absent', () => {
    const event = postponeUntilReturn(waiting('a'), Date.now())
    expect(delayLeft(event, Date.now())).toBe(0)
    expect(String(event.key)).toMatch(/^~/)
  })

  test.each([1_000, 60_000, 24 * HOUR_MS])('ends if the clock was set back by %i ms', ms => {
    const event = afterFailure(waiting('a'), rejected, true, Date.now())!
    expect(delayLeft(event, Date.now())).toBeGreaterThan(0)
    pass(-ms)
    expect(delayLeft(event, Date.now())).toBe(0)
  })
})
