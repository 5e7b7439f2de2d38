import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createDatabase } from '../../../src/outbox/database.js'
import { SOON } from '../../soon.js'

let transactions: EventTarget[]
let aborted: EventTarget[]

// As after a crash of the browser's storage process, or behind a transaction of a suspended tab: nothing ever fires.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
  transactions = []
  aborted = []
  vi.stubGlobal('indexedDB', { open: () => openedSoon() })
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** A request to open a database, which is open in the next microtask. */
function openedSoon() {
  const request = { result: { transaction: stalledTransaction }, onsuccess() {} }
  queueMicrotask(() => request.onsuccess())
  return request
}

function stalledTransaction() {
  const transaction = Object.assign(new EventTarget(), {
    abort: () => void aborted.push(transaction),
    objectStore: () => ({ transaction, put() {}, getAll: () => ({ transaction }) }),
  })
  transactions.push(transaction)
  return transaction
}

test('a transaction that never answers is aborted, and the database is not used again', async () => {
  const database = createDatabase('rewards')
  const answer = database.request(store => store.getAll())
  await vi.advanceTimersByTimeAsync(10_000)
  expect(await answer).toBeUndefined()
  expect(aborted).toEqual(transactions)
  expect(await database.request(store => store.getAll())).toBeUndefined()
  expect(transactions).toHaveLength(1)
})

test('a transaction that never completes is aborted, and counts as not stored', async () => {
  const database = createDatabase('rewards')
  const saved = database.put(() => [{ key: '1' }])
  await vi.advanceTimersByTimeAsync(10_000)
  expect(await saved).toBe(false)
  expect(aborted).toEqual(transactions)
  expect(await database.put(() => [{ key: '1' }])).toBe(false)
  expect(transactions).toHaveLength(1)
})

test('a transaction that waits for others is not aborted while these complete', async () => {
  const database = createDatabase('rewards')
  const saved = [1, 2, 3].map(key => database.put(() => [{ key }]))
  for (const transaction of await begun(3)) {
    await vi.advanceTimersByTimeAsync(9_000)
    complete(transaction)
  }
  expect(await Promise.all(saved)).toEqual([true, true, true])
  expect(aborted).toEqual([])
})

test('the transactions behind one that never completes are aborted with it', async () => {
  const database = createDatabase('rewards')
  const saved = [1, 2, 3].map(key => database.put(() => [{ key }]))
  complete((await begun(3))[0]!)
  await vi.advanceTimersByTimeAsync(20_000)
  expect(await Promise.all(saved)).toEqual([true, false, false])
})

test('the connection is closed when the runtime ends, and later requests close their own', async () => {
  const connections: { close: () => void }[] = []
  vi.stubGlobal('indexedDB', {
    open() {
      const request = openedSoon()
      connections.push(Object.assign(request.result, { close: vi.fn() }))
      return request
    },
  })
  const lifetime = new AbortController()
  const database = createDatabase('rewards', lifetime.signal)
  const saved = [database.put(() => [{ key: '1' }]), database.put(() => [{ key: '2' }])]
  for (const transaction of await begun(2)) complete(transaction)
  expect(await Promise.all(saved)).toEqual([true, true])
  expect(connections).toHaveLength(1)
  expect(connections[0]!.close).not.toHaveBeenCalled()
  lifetime.abort()
  await vi.waitFor(() => expect(connections[0]!.close).toHaveBeenCalledOnce(), SOON)
  const late = database.put(() => [{ key: '3' }])
  complete((await begun(3))[2]!)
  expect(await late).toBe(true)
  expect(connections).toHaveLength(2)
  await vi.waitFor(() => expect(connections[1]!.close).toHaveBeenCalledOnce(), SOON)
})

test('a transaction of a page that is left is aborted, and made again after the return', async () => {
  const page = new EventTarget()
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  const closed: unknown[] = []
  vi.stubGlobal('indexedDB', {
    open() {
      const request = openedSoon()
      Object.assign(request.result, { close: () => closed.push(request.result) })
      return request
    },
  })
  const database = createDatabase('rewards')
  const left = database.put(() => [{ key: '1' }])
  const [transaction] = await begun(1)
  page.dispatchEvent(new Event('pagehide'))
  expect(aborted).toEqual([transaction])
  ;(transaction as IDBTransaction).onabort?.(new Event('abort'))
  const next = database.put(() => [{ key: '2' }])
  await vi.waitFor(() => expect(closed).toHaveLength(1), SOON)
  // A transaction that is begun now would block the other pages.
  await vi.advanceTimersByTimeAsync(10_000)
  expect(transactions).toHaveLength(1)
  page.dispatchEvent(new Event('pageshow'))
  for (const transaction of await begun(3)) complete(transaction)
  expect(await Promise.all([left, next])).toEqual([true, true])
})

test('a database that opens after the page was left is opened again after the return', async () => {
  const page = new EventTarget()
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  const openings: { onsuccess(): void }[] = []
  const isClosed: boolean[] = []
  vi.stubGlobal('indexedDB', {
    open() {
      const result = {
        transaction() {
          if (!this.isOpen) throw new DOMException('The database connection is closing', 'InvalidStateError')
          return stalledTransaction()
        },
        isOpen: true,
        close() {
          this.isOpen = false
          isClosed.push(true)
        },
      }
      const request = { result, onsuccess() {} }
      openings.push(request)
      return request
    },
  })
  const saved = createDatabase('rewards').put(() => [{ key: '1' }])
  await vi.waitFor(() => expect(openings).toHaveLength(1), SOON)
  page.dispatchEvent(new Event('pagehide'))
  openings[0]!.onsuccess()
  await vi.waitFor(() => expect(isClosed).not.toEqual([]), SOON)
  expect(transactions).toEqual([])
  page.dispatchEvent(new Event('pageshow'))
  await vi.waitFor(() => expect(openings).toHaveLength(2), SOON)
  openings[1]!.onsuccess()
  complete((await begun(1))[0]!)
  expect(await saved).toBe(true)
})

/** The first `count` transactions, once they have begun. */
async function begun(count: number) {
  await vi.waitFor(() => expect(transactions).toHaveLength(count), SOON)
  return transactions
}

function complete(transaction: EventTarget) {
  const event = new Event('complete')
  transaction.dispatchEvent(event)
  ;(transaction as IDBTransaction).oncomplete?.(event)
}
