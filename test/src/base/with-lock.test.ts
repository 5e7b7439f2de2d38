import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { withLock } from '../../../src/base/with-lock.js'
import { lifetime } from '../lifetime.js'

type Request = (name: string, options: { signal: AbortSignal }, work: () => Promise<void>) => Promise<void>

/** The locks of a browser: `isHeld` says whether another tab has the one that is asked for. */
function stubLocks(isHeld: boolean) {
  const request: Request = (_, { signal }, work) =>
    isHeld
      ? new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
      : Promise.resolve().then(work)
  vi.stubGlobal('navigator', { locks: { request } })
}

/** The browser's window, as far as a page that is left and returns needs it. */
const page = new EventTarget()

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('a task that one tab runs at a time', () => {
  test('waits for the lock as long as the tab that holds it makes progress', async () => {
    stubLocks(true)
    const work = vi.fn(async () => 'done')
    let progress = 0
    const atWork = setInterval(() => progress++, 50_000)
    const result = withLock('events', work, 60_000, lifetime, () => progress)
    await vi.advanceTimersByTimeAsync(3_600_000)
    expect(work).not.toHaveBeenCalled()
    clearInterval(atWork)
    await vi.advanceTimersByTimeAsync(120_000)
    expect(await result).toBe('done')
  })

  test('runs without the lock when another tab holds it too long', async () => {
    stubLocks(true)
    const work = vi.fn(async () => 'done')
    const result = withLock('token', work, 60_000, lifetime)
    await vi.advanceTimersByTimeAsync(59_999)
    expect(work).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(await result).toBe('done')
  })

  test('runs at once when its runtime ends during the wait', async () => {
    stubLocks(true)
    const runtime = new AbortController()
    const result = withLock('token', async () => 'done', 60_000, runtime.signal)
    runtime.abort()
    expect(await result).toBe('done')
  })

  test('gives the lock up when the page is left, and asks again when it returns', async () => {
    stubLocks(true)
    const work = vi.fn(async () => 'done')
    const result = withLock('token', work, 60_000, lifetime)
    page.dispatchEvent(new Event('pagehide'))
    await vi.advanceTimersByTimeAsync(600_000)
    expect(work).not.toHaveBeenCalled()
    stubLocks(false)
    page.dispatchEvent(new Event('pageshow'))
    expect(await result).toBe('done')
  })

  test('runs once when the page is left meanwhile', async () => {
    stubLocks(false)
    const work = vi.fn(() => new Promise(resolve => setTimeout(resolve, 1_000, 'done')))
    const result = withLock('token', work, 60_000, lifetime)
    await vi.advanceTimersByTimeAsync(1)
    page.dispatchEvent(new Event('pagehide'))
    await vi.advanceTimersByTimeAsync(1_000)
    expect(await result).toBe('done')
    expect(work).toHaveBeenCalledOnce()
  })

  test('runs once, however long it takes', async () => {
    stubLocks(false)
    const work = vi.fn(() => new Promise(resolve => setTimeout(resolve, 120_000, 'done')))
    const result = withLock('token', work, 60_000, lifetime)
    await vi.advanceTimersByTimeAsync(120_000)
    expect(await result).toBe('done')
    expect(work).toHaveBeenCalledOnce()
  })

  test('runs at once in a browser without locks', async () => {
    vi.stubGlobal('navigator', {})
    expect(await withLock('token', async () => 'done', 60_000, lifetime)).toBe('done')
    expect(vi.getTimerCount()).toBe(0)
  })

  test('passes its error on, and is not run again', async () => {
    stubLocks(false)
    const work = vi.fn(async () => Promise.reject(new TypeError('no')))
    await expect(withLock('token', work, 60_000, lifetime)).rejects.toThrow('no')
    expect(work).toHaveBeenCalledOnce()
  })
})
