import { expect, test } from 'vitest'
import { parseObject } from '../../../src/base/parse-object.js'
import { describeNoObject } from '../../../src/diagnostics/describe-no-object.js'

test('The text of a JSON object becomes that object', () => {
  expect(parseObject('{"color":"#123","size":{"width":2}}')).toEqual({ color: '#123', size: { width: 2 } })
})

test('An empty or missing text becomes an empty object', () => {
  expect([parseObject(''), parseObject(undefined)]).toEqual([{}, {}])
})

test.each(['{', 'red', '"red"', '1', 'true', 'null', '[]', '[{"color":"#123"}]'])('%s becomes null', text => {
  expect(parseObject(text)).toBeNull()
})

test.each([
  ["{'sku':1}", 'got invalid JSON, at position 1. JSON needs double quotes around names and texts'],
  ['secret', 'got invalid JSON. JSON needs double quotes around names and texts'],
  ['["secret"]', 'got JSON that is not an object'],
  ['null', 'got JSON that is not an object'],
])('The reason to refuse %s does not quote it', (text, reason) => {
  expect(describeNoObject(text)).toBe(reason)
})
