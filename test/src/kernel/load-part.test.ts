import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loadPart } from '../../../src/kernel/load-part.js'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const failed = { name: 'RewardsError', code: 'network_error', retryable: true }

test('a module that cannot be loaded rejects with network_error and its cause', async () => {
  const cause = new TypeError('Failed to fetch dynamically imported module')
  await expect(loadPart('events', () => Promise.reject(cause))).rejects.toMatchObject({ ...failed, cause })
})

test('a module that never arrives rejects with network_error', async () => {
  const outcome = loadPart('events', () => new Promise(() => {})).catch(error => error)
  await vi.advanceTimersByTimeAsync(30_000)
  expect(await outcome).toMatchObject(failed)
})

test('a module is loaded by the second attempt when the first does not answer', async () => {
  const part = loadPart<string>(
    'events',
    () => new Promise(() => {}),
    async () => 'events',
  )
  await vi.advanceTimersByTimeAsync(30_000)
  expect(await part).toBe('events')
})

test('no timer is left behind', async () => {
  expect(await loadPart('events', async () => 'events')).toBe('events')
  expect(vi.getTimerCount()).toBe(0)
})
