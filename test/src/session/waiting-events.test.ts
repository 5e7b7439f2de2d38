import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { waitForDelivery } from '../../../src/session/waiting-events.js'
import { createGate, createTracker } from './open-session.js'

describe('waiting events', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
  afterEach(() => void vi.useRealTimers())

  test('are waited for until they are delivered', async () => {
    const gate = createGate()
    const isOver = vi.fn()
    const waiting = waitForDelivery(createTracker({ drain: gate.pass }), 2_000).then(isOver)
    await vi.advanceTimersByTimeAsync(1_999)
    expect(isOver).not.toHaveBeenCalled()
    gate.open()
    await waiting
  })

  test('are waited for only so long', async () => {
    const isOver = vi.fn()
    waitForDelivery(createTracker({ drain: () => new Promise(() => {}) }), 2_000).then(isOver)
    await vi.advanceTimersByTimeAsync(2_000)
    expect(isOver).toHaveBeenCalled()
  })

  test('are not waited for where the code that delivers them cannot be loaded', async () => {
    const delivery = () => Promise.reject(new Error('No'))
    await waitForDelivery({ ...createTracker(), delivery }, 2_000)
    // Only the time limit is left.
    expect(vi.getTimerCount()).toBe(1)
  })
})
