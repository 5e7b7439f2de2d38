import { expect, test } from 'vitest'
import { parseObject } from '../../src/parse-object.js'

test('The text of a JSON object becomes that object', () => {
  expect(parseObject('{"color":"#123","size":{"width":2}}')).toEqual({ color: '#123', size: { width: 2 } })
})

test('An empty or missing text becomes an empty object', () => {
  expect([parseObject(''), parseObject(undefined)]).toEqual([{}, {}])
})

test.each(['{', 'red', '"red"', '1', 'true', 'null', '[]', '[{"color":"#123"}]'])('%s becomes null', text => {
  expect(parseObject(text)).toBeNull()
})
