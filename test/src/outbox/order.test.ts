import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { RewardsError } from '../../../src/error/error.js'
import { createOrder } from '../../../src/outbox/order.js'
import type { Pace } from '../../../src/outbox/pace.js'
import type { Queue } from '../../../src/outbox/queue.js'
import { compareEvents, isPostponed, type WaitingEvent } from '../../../src/outbox/waiting-event.js'
import { waiting } from './waiting.js'

const rejected = new RewardsError('invalid_request', '', { status: 400 })

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'performance'] }))
afterEach(() => void vi.useRealTimers())

/** The order of events in a queue in memory. `failures` is the number of failures in a row that the pace reports. */
function start(...events: WaitingEvent[]) {
  let waitingNow = events
  let failures = 0
  const queue: Partial<Queue> = {
    first: async () => waitingNow.find(event => !isPostponed(event)),
    all: async () => waitingNow,
    replace: async (event, next) => {
      waitingNow = waitingNow.map(each => (each.key === event.key ? next : each)).sort(compareEvents)
    },
  }
  const pace: Partial<Pace> = { failures: () => failures }
  const order = createOrder(queue as Queue, pace as Pace)
  const next = async () => (await order.next(new Set()))?.id
  return {
    order,
    next,
    /** The next event fails, as often as given. */
    async fail(times: number) {
      for (let time = 0; time < times; time++) {
        await order.failed((await order.next(new Set()))!, rejected)
        failures++
      }
    },
    /** The platform accepts the next event. */
    async pass() {
      const event = (await order.next(new Set()))!
      waitingNow = waitingNow.filter(each => each.key !== event.key)
      failures = 0
      order.answered(event)
      return event.id
    },
    ids: () => waitingNow.map(({ id }) => id),
  }
}

test('The oldest event is next', async () => {
  const { next, pass } = start(waiting('a'), waiting('b'))
  expect(await next()).toBe('a')
  expect(await pass()).toBe('a')
  expect(await next()).toBe('b')
})

test('An event that fails keeps its place while the probe fails, too', async () => {
  const { next, fail, ids } = start(waiting('a'), waiting('b'))
  await fail(3)
  expect(await next()).toBe('b')
  await fail(1)
  expect(await next()).toBe('a')
  expect(ids()).toEqual(['a', 'b'])
})

test('An event that fails after the probe has passed moves behind the others, and is due later', async () => {
  const { order, next, fail, pass, ids } = start(waiting('a'), waiting('b'), waiting('c'))
  await fail(3)
  expect(await pass()).toBe('b')
  expect(await next()).toBe('a')
  await fail(1)
  expect(ids()).toEqual(['c', 'a'])
  expect(await pass()).toBe('c')
  expect(await next()).toBeUndefined()
  const delay = await order.wait()
  expect(delay).toBeGreaterThan(0)
  vi.setSystemTime(Date.now() + delay)
  expect(await next()).toBe('a')
  expect(await order.wait()).toBe(0)
})

test('An event that passes after its failures is no longer suspect', async () => {
  const { fail, pass, ids } = start(waiting('a'), waiting('b'), waiting('c'))
  await fail(3)
  expect(await pass()).toBe('b')
  expect(await pass()).toBe('a')
  await fail(1)
  expect(ids()).toEqual(['c'])
})

test('Each event that fails has a probe of its own', async () => {
  const { fail, pass, ids } = start(...[...'abcde'].map(id => waiting(id)))
  await fail(3)
  expect([await pass(), await pass(), await pass()]).toEqual(['b', 'a', 'c'])
  await fail(5)
  expect(ids()).toEqual(['d', 'e'])
})

test('Events of an absent person are skipped until the next round', async () => {
  const absent = waiting('a', { owner: 'ada' })
  const { order, next, pass } = start(absent, waiting('b', { owner: 'bob' }))
  await order.skipOwner(absent)
  expect(await pass()).toBe('b')
  expect(await next()).toBeUndefined()
  order.start()
  expect(await next()).toBe('a')
})
