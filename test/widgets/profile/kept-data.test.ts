import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Rewards } from '../../../src/index.js'
import { keptData } from '../../../widgets/profile/kept-data.js'

const rewards = { domain: 'https://share.brand.localhost' } as Rewards

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a database that never opens counts as empty', async () => {
  vi.stubGlobal('indexedDB', { open: () => ({}) })
  const kept = keptData(rewards)
  await vi.advanceTimersByTimeAsync(3_000)
  expect(await kept).toMatchObject({ events: 0 })
})

test('a database whose reading never ends counts as empty', async () => {
  const database = { transaction: () => ({ objectStore: () => ({ getAllKeys: () => ({}) }) }), close() {} }
  vi.stubGlobal('indexedDB', { open: () => openedSoon(database) })
  const kept = keptData(rewards)
  await vi.advanceTimersByTimeAsync(3_000)
  expect(await kept).toMatchObject({ events: 0 })
})

test('a database of somebody else’s, without the store, counts as empty, and is closed: it must not keep others from deleting it', async () => {
  let isClosed = false
  const transaction = () => {
    throw new DOMException('One of the specified object stores was not found', 'NotFoundError')
  }
  const database = { transaction, close: () => (isClosed = true) }
  vi.stubGlobal('indexedDB', { open: () => openedSoon(database) })
  expect(await keptData(rewards)).toMatchObject({ events: 0 })
  expect(isClosed).toBe(true)
})

/** A request to open a database, which is open in the next microtask. */
function openedSoon(result: object) {
  const request = { result, onsuccess() {} }
  queueMicrotask(() => request.onsuccess())
  return request
}
