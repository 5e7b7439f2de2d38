// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import { readRecord, removeRecord, storedKeys, writeRecord } from '../../../src/base/local-storage.js'

afterEach(() => vi.unstubAllGlobals())

test('A record is read as it was written, until it is removed', () => {
  expect(writeRecord('rewards:a', { height: 3 })).toBe(true)
  expect(readRecord('rewards:a')).toEqual({ height: 3 })
  removeRecord('rewards:a')
  expect(readRecord('rewards:a')).toBeUndefined()
})

test('A record of another script that is not JSON counts as missing', () => {
  localStorage.setItem('rewards:a', '{')
  expect(readRecord('rewards:a')).toBeUndefined()
})

test('The keys are those that begin with one of the prefixes', () => {
  for (const key of ['rewards:a', 'zone b', 'my rewards:c', 'other']) writeRecord(key, 1)
  expect(storedKeys('rewards:', 'zone ').sort()).toEqual(['rewards:a', 'zone b'])
})

test('Blocked storage has no keys and no records, and writing reports it', () => {
  const blocked = () => {
    throw new DOMException('blocked', 'SecurityError')
  }
  vi.stubGlobal('localStorage', new Proxy({}, { get: blocked, ownKeys: blocked }))
  expect(storedKeys('')).toEqual([])
  expect(readRecord('rewards:a')).toBeUndefined()
  expect(writeRecord('rewards:a', 1)).toBe(false)
  expect(() => removeRecord('rewards:a')).not.toThrow()
})
