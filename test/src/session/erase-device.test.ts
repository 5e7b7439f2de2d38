// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { eraseDevice } from '../../../src/session/erase-device.js'
import { readPendingErasure, setPendingErasure } from '../../../src/session/pending-erasure.js'
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

describe('a device that may store nothing', () => {
  test('loses in the same task what its storage has for the program and its zones, and nothing else', () => {
    for (const key of [`${NAME}|1|a`, `${NAME}:pace`, 'rewards-zone offer', 'rewards:dismissed:overlay'])
      localStorage.setItem(key, 'x')
    localStorage.setItem('of the shop', 'stays')
    localStorage.setItem(`${OTHER}|1|a`, 'stays')
    erase()
    expect(Object.keys(localStorage).sort()).toEqual(['of the shop', `${OTHER}|1|a`])
    expect(deleted).toEqual([NAME, `${NAME}:senders`])
  })

  test('loses the record of a logout once everything is deleted', async () => {
    setPendingErasure(NAME, '1-ann')
    erase()
    expect(readPendingErasure(NAME)).toBeDefined()
    await expect.poll(() => readPendingErasure(NAME)).toBeUndefined()
  })

  test('keeps that record where the browser could not delete the events: the next page must know whose they were', async () => {
    canDelete = false
    setPendingErasure(NAME, '1-ann')
    erase()
    await new Promise(setImmediate)
    expect(readPendingErasure(NAME)?.owner).toBe('1-ann')
  })
})

describe('what the page itself is about to send', () => {
  test('moves back into memory, where it was stored', async () => {
    const { moves } = erase()
    await expect.poll(moves).toBe(1)
  })

  test('is left alone where nothing was stored, and no code is loaded for it', async () => {
    const loadDelivery = vi.fn()
    const { moves } = erase({ wasAllowed: false, loadDelivery })
    await new Promise(setImmediate)
    expect(loadDelivery).not.toHaveBeenCalled()
    expect(moves()).toBe(0)
  })

  test('is reported where it cannot be brought back', async () => {
    const error = new Error('No')
    const fails = () => Promise.reject(error)
    for (const options of [{ loadDelivery: fails }, { moveToMemory: fails }]) {
      const { errors } = erase(options)
      await expect.poll(() => errors).toEqual([error])
    }
  })
})
