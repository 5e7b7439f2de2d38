import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createExpiry } from '../../../src/outbox/expiry.js'
import { createQueue } from '../../../src/outbox/queue.js'
import { waiting } from './waiting.js'

const DAY = 86_400_000

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'performance'], now: new Date('2026-06-01T12:00:00Z') }))
afterEach(() => void vi.useRealTimers())

/** Sets the clock of the device. */
const pass = (days: number) => vi.setSystemTime(Date.now() + days * DAY)

/** A queue with one event, tracked now, and the ids that a page which is opened later finds to have expired. */
async function withEvent() {
  const queue = createQueue(
    'test',
    () => false,
    () => {},
  )
  await queue.accept([waiting('1')])
  const openPage = async () => (await createExpiry(queue, [])()).map(({ id }) => id)
  return { queue, openPage }
}

test('an event expires after a week, one day after its age is first noticed', async () => {
  const { openPage } = await withEvent()
  pass(6.9)
  expect(await openPage()).toEqual([])
  pass(0.2)
  expect(await openPage()).toEqual([])
  pass(0.9)
  expect(await openPage()).toEqual([])
  pass(0.2)
  expect(await openPage()).toEqual(['1'])
})

test('a clock set forward by a month and back expires no recent event', async () => {
  const { openPage, queue } = await withEvent()
  pass(30)
  expect(await openPage()).toEqual([])
  pass(-30)
  expect(await openPage()).toEqual([])
  expect(await queue.all()).toMatchObject([{ foundLate: undefined }])
  pass(2)
  expect(await openPage()).toEqual([])
  // And again, longer after the first time than a day.
  pass(30)
  expect(await openPage()).toEqual([])
  pass(1.1)
  expect(await openPage()).toEqual(['1'])
})

test('a clock that was a month ahead when the event was tracked keeps it no longer than a week', async () => {
  const { openPage } = await withEvent()
  pass(-30)
  expect(await openPage()).toEqual([])
  pass(6.9)
  expect(await openPage()).toEqual([])
  pass(0.2)
  expect(await openPage()).toEqual(['1'])
})

test('a clock that is set back after an event was found old expires nothing at once', async () => {
  const { openPage } = await withEvent()
  pass(60)
  expect(await openPage()).toEqual([])
  pass(-40)
  expect(await openPage()).toEqual([])
  pass(0.9)
  expect(await openPage()).toEqual([])
  pass(0.2)
  expect(await openPage()).toEqual(['1'])
})

test('an event that the page itself has tracked expires after a week on this page, whatever the clock of the device says', async () => {
  const { queue } = await withEvent()
  const [event] = await queue.all()
  const tracked = { event: event!, isJournaled: false, at: performance.now(), resolve() {}, reject() {} }
  const takeExpired = createExpiry(queue, [tracked])
  const expiredIds = async () => (await takeExpired()).map(({ id }) => id)
  for (const days of [30, -60, 30]) {
    pass(days)
    vi.advanceTimersByTime(2 * DAY)
    expect(await expiredIds()).toEqual([])
  }
  vi.advanceTimersByTime(DAY + 1)
  expect(await expiredIds()).toEqual(['1'])
})
