// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  clearPendingErasures,
  isErasurePending,
  pendingErasures,
  setPendingErasure,
} from '../../../src/session/pending-erasure.js'

const NAME = 'rewards:https://share.brand.com'
const OTHER = 'rewards:https://share.other.com'

beforeEach(() => localStorage.clear())
afterEach(() => void vi.unstubAllGlobals())

describe('the record of a logout', () => {
  test('names the login that has ended, and no time', () => {
    setPendingErasure(NAME, '1-ann')
    expect(Object.entries(localStorage)).toEqual([[`${NAME}:logged-out|1-ann`, 'true']])
    expect(isErasurePending(NAME, '1-ann')).toBe(true)
    expect(isErasurePending(NAME, '2-bob')).toBe(false)
    expect(isErasurePending(NAME, undefined)).toBe(false)
  })

  test('stays beside the record of the next logout', () => {
    setPendingErasure(NAME, '1-ann')
    setPendingErasure(NAME, '2-bob')
    expect(pendingErasures(NAME)).toEqual(['1-ann', '2-bob'])
  })

  test('is stored until it is cleared', () => {
    setPendingErasure(NAME, '1-ann')
    setPendingErasure(NAME, '2-bob')
    clearPendingErasures(NAME, ['1-ann'])
    expect(pendingErasures(NAME)).toEqual(['2-bob'])
    clearPendingErasures(NAME, ['2-bob'])
    expect(localStorage).toHaveLength(0)
  })

  test('belongs to one program', () => {
    setPendingErasure(NAME, '1-ann')
    expect(isErasurePending(OTHER, '1-ann')).toBe(false)
    clearPendingErasures(OTHER, ['1-ann'])
    expect(pendingErasures(NAME)).toEqual(['1-ann'])
  })

  test('does not exist if storage is blocked, and no call throws', () => {
    const blocked = (): never => {
      throw new DOMException('The operation is insecure', 'SecurityError')
    }
    vi.stubGlobal('localStorage', new Proxy({}, { get: blocked, ownKeys: blocked }))
    setPendingErasure(NAME, '1-ann')
    expect(isErasurePending(NAME, '1-ann')).toBe(false)
    expect(pendingErasures(NAME)).toEqual([])
    clearPendingErasures(NAME, ['1-ann'])
  })
})
