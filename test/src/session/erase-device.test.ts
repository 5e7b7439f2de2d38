// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { eraseDevice } from '../../../src/session/erase-device.js'
import { pendingErasures, setPendingErasure } from '../../../src/session/pending-erasure.js'
import { createTracker } from './open-session.js'

const NAME = 'rewards:https://share.brand.com'
const OTHER = 'rewards:https://share.other.com'

let deleted: string[]
/** Whether the browser deletes its databases. */
let canDelete: boolean

beforeEach(() => {
  localStorage.clear()
  deleted = []
  canDelete = true
  vi.stubGlobal('indexedDB', {
    deleteDatabase(name: string) {
      deleted.push(name)
      const request = { onsuccess() {}, onerror() {} }
      queueMicrotask(() => (canDelete ? request.onsuccess() : request.onerror()))
      return request
    },
  })
})
afterEach(() => void vi.unstubAllGlobals())

/** Erases the device. `moveToMemory` is that of the module that delivers events. */
function erase({ wasAllowed = true, moveToMemory = async () => {}, loadDelivery = async () => {} } = {}) {
  const errors: unknown[] = []
  let moves = 0
  const tracker = createTracker({
    moveToMemory() {
      moves++
      return moveToMemory()
    },
  })
  const delivery = async () => {
    await loadDelivery()
    return tracker.delivery()
  }
  eraseDevice({ name: NAME, wasAllowed, tracker: { ...tracker, delivery }, reportError: error => errors.push(error) })
  return { errors, moves: () => moves }
}

describe('erasing the device', () => {
  test('deletes the records of the program and its zones in the same task, and no other records', () => {
    for (const key of [`${NAME}|1|a`, `${NAME}:pace`, 'rewards-zone offer', 'rewards:dismissed:overlay'])
      localStorage.setItem(key, 'x')
    localStorage.setItem('of the shop', 'stays')
    localStorage.setItem(`${OTHER}|1|a`, 'stays')
    erase()
    expect(Object.keys(localStorage).sort()).toEqual(['of the shop', `${OTHER}|1|a`])
    expect(deleted).toEqual([NAME, `${NAME}:senders`])
  })

  test('deletes the record of a logout once all events are deleted', async () => {
    setPendingErasure(NAME, '1-ann')
    erase()
    expect(pendingErasures(NAME)).toEqual(['1-ann'])
    await expect.poll(() => pendingErasures(NAME)).toEqual([])
  })

  test('keeps the record of a logout if the browser cannot delete the events', async () => {
    canDelete = false
    setPendingErasure(NAME, '1-ann')
    erase()
    await new Promise(setImmediate)
    expect(pendingErasures(NAME)).toEqual(['1-ann'])
  })
})

describe('the waiting events of the page', () => {
  test('are moved into memory if they were stored', async () => {
    const { moves } = erase()
    await expect.poll(moves).toBe(1)
  })

  test('are not moved, and no code is loaded, if storage was not allowed before', async () => {
    const loadDelivery = vi.fn()
    const { moves } = erase({ wasAllowed: false, loadDelivery })
    await new Promise(setImmediate)
    expect(loadDelivery).not.toHaveBeenCalled()
    expect(moves()).toBe(0)
  })

  test('are reported if they cannot be moved', async () => {
    const error = new Error('No')
    const fails = () => Promise.reject(error)
    for (const options of [{ loadDelivery: fails }, { moveToMemory: fails }]) {
      const { errors } = erase(options)
      await expect.poll(() => errors).toEqual([error])
    }
  })
})
