import { expect, test } from 'vitest'
import { randomId } from '../../../src/base/random-id.js'

test('a random id has 128 bits in decimal numbers, and never repeats', () => {
  const ids = Array.from({ length: 1_000 }, () => randomId())
  // Four numbers of 32 bits.
  for (const id of ids) expect(id).toMatch(/^\d+(-\d+){3}$/)
  expect(new Set(ids).size).toBe(ids.length)
})
