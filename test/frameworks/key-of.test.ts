import { expect, test } from 'vitest'
import { keyOf } from '../../frameworks/key-of.js'

test('the key of arguments changes with them', () => {
  expect(keyOf({ data: { total: 1 } })).toBe(keyOf({ data: { total: 1 } }))
  expect(keyOf({ data: { total: 1 } })).not.toBe(keyOf({ data: { total: 2 } }))
})

const cycle: { self?: object } = {}
cycle.self = cycle

test.each<[string, unknown]>([
  ['a bigint', { total: 10n }],
  ['a cycle', cycle],
  ['nothing', undefined],
])('%s never throws: an error in rendering would take the page down', (_, given) => {
  expect(keyOf(given)).toBe('')
})
