// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { eraseEvents } from '../../../src/base/erase-events.js'

const NAME = 'rewards:https://share.brand.com'

/** What the browser answers when a database is to be deleted: nothing is no answer. */
let answer: 'success' | 'error' | undefined
let deleted: string[]

beforeEach(() => {
  answer = 'success'
  deleted = []
  localStorage.clear()
  vi.stubGlobal('indexedDB', {
    deleteDatabase(name: string) {
      deleted.push(name)
      const request = { onsuccess() {}, onerror() {} }
      if (answer) queueMicrotask(() => (answer === 'success' ? request.onsuccess() : request.onerror()))
      return request
    },
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('eraseEvents()', () => {
  test('deletes the databases and records of one program, and resolves with true', async () => {
    for (const key of ['|1|a', '|2|a', ':senders|1|2-bob', ':senders|2|2-bob', ':login|p-1', ':pace|1', ':pace|2'])
      localStorage.setItem(NAME + key, 'x')
    const others = ['of the shop', `${NAME}:logged-out`, `${NAME}.example|1|a`, 'rewards-zone offer']
    for (const key of others) localStorage.setItem(key, 'x')
    expect(await eraseEvents(NAME)).toBe(true)
    expect(deleted).toEqual([NAME, `${NAME}:senders`])
    expect(Object.keys(localStorage).sort()).toEqual([...others].sort())
  })

  test('deletes the records in the same task: the page may be left at once', () => {
    localStorage.setItem(`${NAME}|1|a`, 'x')
    eraseEvents(NAME)
    expect(localStorage).toHaveLength(0)
  })

  test('resolves with false if a database cannot be deleted', async () => {
    answer = 'error'
    expect(await eraseEvents(NAME)).toBe(false)
  })

  test('resolves with false if the browser does not answer within 3 s', async () => {
    vi.useFakeTimers()
    answer = undefined
    const outcome = vi.fn()
    eraseEvents(NAME).then(outcome)
    await vi.advanceTimersByTimeAsync(2_999)
    expect(outcome).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(outcome).toHaveBeenCalledWith(false)
  })

  test('resolves with true if storage is blocked: nothing is stored there', async () => {
    const blocked = (): never => {
      throw new DOMException('The operation is insecure', 'SecurityError')
    }
    vi.stubGlobal('localStorage', new Proxy({}, { get: blocked, ownKeys: blocked }))
    vi.stubGlobal('indexedDB', { deleteDatabase: blocked })
    expect(await eraseEvents(NAME)).toBe(true)
  })
})
