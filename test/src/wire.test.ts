import { expect, test, vi } from 'vitest'
import { wire } from './wire.js'

test('a request that has failed leaves no rejection behind when its signal is aborted later', async () => {
  const onUnhandled = vi.fn()
  process.on('unhandledRejection', onUnhandled)
  const { fetch } = wire(() => {
    throw new TypeError('Failed to fetch')
  })
  const controller = new AbortController()
  await expect(fetch('https://share.brand.com', { signal: controller.signal })).rejects.toThrow('Failed to fetch')
  controller.abort()
  await new Promise(setImmediate)
  process.off('unhandledRejection', onUnhandled)
  expect(onUnhandled).not.toHaveBeenCalled()
})
