import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Rewards } from '../../src/api.js'

const { signal } = new AbortController()

beforeEach(() => {
  vi.useFakeTimers()
  vi.resetModules()
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

/** Both as on a new page. */
async function open() {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const { findRuntime } = await import('../../widgets/find-runtime.js')
  return { warned, findRuntime }
}

test('two zones without a runtime say once that they wait for it, and go on waiting', async () => {
  const { warned, findRuntime } = await open()
  const onFound = vi.fn()
  findRuntime(undefined, signal).then(onFound)
  findRuntime(undefined, signal).then(onFound)
  vi.advanceTimersByTime(4_999)
  await vi.dynamicImportSettled()
  expect(warned).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  await vi.dynamicImportSettled()
  expect(warned.mock.calls).toEqual([
    [
      expect.stringContaining(
        'waits for a runtime: load rewards.js, call createRewards(), or use the provider or plugin',
      ),
    ],
  ])
  const runtime = {} as Rewards
  vi.stubGlobal(Symbol.for('rewards'), runtime)
  document.dispatchEvent(new Event('rewards:ready'))
  await vi.runAllTimersAsync()
  expect(onFound.mock.calls).toEqual([[runtime], [runtime]])
})

test('a zone with a runtime, or one that has left the page, says nothing', async () => {
  const { warned, findRuntime } = await open()
  const runtime = {} as Rewards
  const found = findRuntime(runtime, signal)
  const controller = new AbortController()
  findRuntime(undefined, controller.signal)
  controller.abort()
  vi.advanceTimersByTime(10_000)
  await vi.dynamicImportSettled()
  expect(await found).toBe(runtime)
  expect(warned).not.toHaveBeenCalled()
})
