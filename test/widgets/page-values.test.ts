import { expect, test } from 'vitest'
import { toJson } from '../../widgets/page-values.js'

test('the JSON of a value changes with it', () => {
  expect(toJson({ data: { total: 1 } })).toBe('{"data":{"total":1}}')
  expect(toJson({ data: { total: 2 } })).toBe('{"data":{"total":2}}')
})

const cycle: { self?: object } = {}
cycle.self = cycle

test.each<[string, object]>([
  ['a bigint', { total: 10n }],
  ['a cycle', cycle],
])('%s never throws: an error in rendering would take the page down', (_, given) => {
  expect(toJson(given)).toBe('?')
})
