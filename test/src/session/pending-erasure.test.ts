// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { clearPendingErasure, readPendingErasure, setPendingErasure } from '../../../src/session/pending-erasure.js'

const NAME = 'rewards:https://share.brand.com'
const OTHER = 'rewards:https://share.other.com'

beforeEach(() => localStorage.clear())
afterEach(() => void vi.unstubAllGlobals())

describe('the record of a logout', () => {
  test('contains the time and the owner whose events are dropped', () => {
    const before = Date.now()
    setPendingErasure(NAME, '1-ann')
    const record = readPendingErasure(NAME)!
    expect(record.owner).toBe('1-ann')
    expect(record.at).toBeGreaterThanOrEqual(before)
    expect(record.at).toBeLessThanOrEqual(Date.now())
  })

  test('can have no owner', () => {
    setPendingErasure(NAME, undefined)
    expect(readPendingErasure(NAME)).toEqual({ at: expect.any(Number) })
  })

  test('is replaced by the next logout', () => {
    setPendingErasure(NAME, '1-ann')
    setPendingErasure(NAME, '2-bob')
    expect(readPendingErasure(NAME)?.owner).toBe('2-bob')
  })

  test('is stored until it is cleared', () => {
    setPendingErasure(NAME, '1-ann')
    clearPendingErasure(NAME)
    expect(readPendingErasure(NAME)).toBeUndefined()
    expect(localStorage).toHaveLength(0)
  })

  test('belongs to one program', () => {
    setPendingErasure(NAME, '1-ann')
    expect(readPendingErasure(OTHER)).toBeUndefined()
    clearPendingErasure(OTHER)
    expect(readPendingErasure(NAME)?.owner).toBe('1-ann')
  })

  test.each(['null', '{}', '{"at":"1"}', '[]', '7', '{', ''])('is undefined if the storage contains %j', text => {
    localStorage.setItem(`${NAME}:logged-out`, text)
    expect(readPendingErasure(NAME)).toBeUndefined()
  })

  test('is undefined if storage is blocked, and no call throws', () => {
    const blocked = (): never => {
      throw new DOMException('The operation is insecure', 'SecurityError')
    }
    vi.stubGlobal('localStorage', new Proxy({}, { get: blocked }))
    setPendingErasure(NAME, '1-ann')
    expect(readPendingErasure(NAME)).toBeUndefined()
    clearPendingErasure(NAME)
  })
})
