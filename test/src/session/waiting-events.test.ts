import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type WaitingEvents, waitForDelivery } from '../../../src/session/waiting-events.js'
import { signJwt } from '../../proof.js'
import { SOON } from '../../soon.js'
import { createGate, createTracker, DEVICE, IDENTIFIED, openSession } from './open-session.js'

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

  test.each<[string, Partial<WaitingEvents>]>([
    ['the code that delivers events cannot be loaded', { usedDelivery: async () => undefined }],
    [
      'nothing waits, though another tab holds the lock',
      createTracker({ drain: () => new Promise(() => {}), waiting: async () => 'nothing' }),
    ],
  ])('resolves at once if %s', async (_, tracker) => {
    await waitForDelivery({ ...createTracker(), ...tracker }, 2_000)
    // The time was not waited for, and keeps no process alive.
    expect(vi.getTimerCount()).toBe(0)
  })
})

describe('a call that delivers waiting events first goes on after', () => {
  afterEach(() => void vi.useRealTimers())

  test.each([
    ['two seconds: a call that names the consumer', 2_000, DEVICE, 'claim'],
    ['ten seconds: verify() of a person', 10_000, IDENTIFIED, 'verify'],
    ['two seconds: logout()', 2_000, IDENTIFIED, 'logout'],
  ] as const)('%s', async (_, limit, said, name) => {
    const drain = vi.fn(() => new Promise<void>(() => {}))
    const page = openSession({ tracker: createTracker({ drain, waiting: async () => 'events' }) })
    page.hold('ann', said)
    const { sendClaim, verify, logout } = await page.loadIdentity()
    // Afterwards nothing is left to wait for but the events.
    await page.loadJwt()
    const jwt = await signJwt({ email: 'ann@example.com' })
    const call = {
      claim: () => sendClaim({ email: 'ann@example.com' }, () => page.client.web('/zones', {})),
      verify: () => verify(jwt),
      logout,
    }
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    call[name]().catch(() => {})
    while (!drain.mock.calls.length) await new Promise(setImmediate)
    await vi.advanceTimersByTimeAsync(limit - 1)
    await new Promise(setImmediate)
    expect(page.sent()).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    vi.useRealTimers()
    await expect.poll(page.sent, SOON).not.toEqual([])
  })
})
