// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { countStoredEvents } from '../../../src/outbox/stored-events.js'

const NAME = 'rewards:https://share.brand.localhost'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a database that never opens counts as empty', async () => {
  vi.stubGlobal('indexedDB', { open: () => ({}) })
  const count = countStoredEvents(NAME)
  await vi.advanceTimersByTimeAsync(3_000)
  expect(await count).toBe(0)
})

test('a database that never finishes reading counts as empty', async () => {
  const database = { transaction: () => ({ objectStore: () => ({ getAllKeys: () => ({}) }) }), close() {} }
  vi.stubGlobal('indexedDB', { open: () => openedSoon(database) })
  const count = countStoredEvents(NAME)
  await vi.advanceTimersByTimeAsync(3_000)
  expect(await count).toBe(0)
})

test('another script’s database without the store counts as empty, and is closed so that others can delete it', async () => {
  let isClosed = false
  const transaction = () => {
    throw new DOMException('One of the specified object stores was not found', 'NotFoundError')
  }
  const database = { transaction, close: () => (isClosed = true) }
  vi.stubGlobal('indexedDB', { open: () => openedSoon(database) })
  expect(await countStoredEvents(NAME)).toBe(0)
  expect(isClosed).toBe(true)
})

test('a reading that is under way when the page is left is aborted: it would block the other pages', async () => {
  let isAborted = false
  const reading = { transaction: { abort: () => (isAborted = true) }, onerror() {} }
  const database = { transaction: () => ({ objectStore: () => ({ getAllKeys: () => reading }) }), close() {} }
  vi.stubGlobal('indexedDB', { open: () => openedSoon(database) })
  const count = countStoredEvents(NAME)
  await vi.advanceTimersByTimeAsync(0)
  dispatchEvent(new Event('pagehide'))
  expect(isAborted).toBe(true)
  reading.onerror()
  expect(await count).toBe(0)
})

test('a database of a later version counts as empty: its events are not for this page', async () => {
  const open = vi.fn((_: string, version?: number) => {
    const request = { onerror() {} }
    if (version === 1) queueMicrotask(() => request.onerror())
    return request
  })
  vi.stubGlobal('indexedDB', { open })
  expect(await countStoredEvents(NAME)).toBe(0)
})

/** A request to open a database, which is open in the next microtask. */
function openedSoon(result: object) {
  const request = { result, onsuccess() {} }
  queueMicrotask(() => request.onsuccess())
  return request
}
