import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { waitForDelivery } from '../../../src/session/waiting-events.js'
import { createGate, createTracker } from './open-session.js'

describe('waitForDelivery()', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
  afterEach(() => void vi.useRealTimers())

  test('resolves when the events are delivered', async () => {
    const gate = createGate()
    const isOver = vi.fn()
    const waiting = waitForDelivery(createTracker({ drain: gate.pass }), 2_000).then(isOver)
    await vi.advanceTimersByTimeAsync(1_999)
    expect(isOver).not.toHaveBeenCalled()
    gate.open()
    await waiting
  })

  test('resolves after the time limit', async () => {
    const isOver = vi.fn()
    waitForDelivery(createTracker({ drain: () => new Promise(() => {}) }), 2_000).then(isOver)
    await vi.advanceTimersByTimeAsync(2_000)
    expect(isOver).toHaveBeenCalled()
  })

  test('resolves if the code that delivers events cannot be loaded', async () => {
    const delivery = () => Promise.reject(new Error('No'))
    await waitForDelivery({ ...createTracker(), delivery }, 2_000)
    // Only the time limit is left.
    expect(vi.getTimerCount()).toBe(1)
  })
})
