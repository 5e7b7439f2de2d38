import { afterEach, expect, test, vi } from 'vitest'
import { whenIdle } from '../../../src/base/when-idle.js'

afterEach(() => void vi.unstubAllGlobals())

test('a task runs when the browser is idle, or after two seconds', () => {
  const idle = vi.fn()
  vi.stubGlobal('requestIdleCallback', idle)
  const task = vi.fn()
  whenIdle(task)
  expect(task).not.toHaveBeenCalled()
  expect(idle).toHaveBeenCalledExactlyOnceWith(task, { timeout: 2_000 })
})

test('a task runs after the present one in a browser that cannot say when it is idle', async () => {
  vi.stubGlobal('requestIdleCallback', undefined)
  const task = vi.fn()
  whenIdle(task)
  expect(task).not.toHaveBeenCalled()
  await expect.poll(() => task.mock.calls.length).toBe(1)
})
