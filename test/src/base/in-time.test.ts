import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { inTime } from '../../../src/base/in-time.js'

const LATE = new Error('Too late')

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('inTime()', () => {
  test('resolves with the result, and leaves no timer behind', async () => {
    expect(await inTime(Promise.resolve('done'), 1_000, () => LATE)).toBe('done')
    expect(vi.getTimerCount()).toBe(0)
  })

  test('rejects with the error of the work, and leaves no timer behind', async () => {
    const error = new Error('No')
    await expect(inTime(Promise.reject(error), 1_000, () => LATE)).rejects.toBe(error)
    expect(vi.getTimerCount()).toBe(0)
  })

  test('rejects with the given error after the time limit, and not before', async () => {
    const outcome = vi.fn()
    inTime(new Promise(() => {}), 1_000, () => LATE).catch(outcome)
    await vi.advanceTimersByTimeAsync(999)
    expect(outcome).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(outcome).toHaveBeenCalledWith(LATE)
  })
})
