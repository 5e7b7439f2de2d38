import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createSteadyClock } from '../../../src/outbox/steady-clock.js'

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'performance'], now: 1_000_000 }))
afterEach(() => void vi.useRealTimers())

test('the clock goes on, whatever the clock of the device is set back to', () => {
  const now = createSteadyClock()
  vi.advanceTimersByTime(10)
  expect(now()).toBe(1_000_010)
  vi.setSystemTime(500_000)
  expect(now()).toBe(1_000_010)
  vi.advanceTimersByTime(10)
  expect(now()).toBe(1_000_020)
})

test('the clock follows the time that the device was asleep', () => {
  const now = createSteadyClock()
  vi.setSystemTime(9_000_000)
  expect(now()).toBe(9_000_000)
  vi.advanceTimersByTime(10)
  expect(now()).toBe(9_000_010)
})
