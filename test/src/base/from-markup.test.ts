// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { isFromMarkup } from '../../../src/base/from-markup.js'

test('Elements, lists of elements and windows come from the markup', () => {
  document.body.innerHTML = '<form id="rewards"></form><img name="rewards">'
  expect(isFromMarkup(document.querySelector('form'))).toBe(true)
  expect(isFromMarkup(document.getElementsByTagName('img'))).toBe(true)
  expect(isFromMarkup(window)).toBe(true)
})

test.each([
  ['a runtime', { push() {} }],
  ['a queue', [['track', 'purchase']]],
  ['a function', () => {}],
  ['a text', 'rewards'],
  ['null', null],
  ['nothing', undefined],
  ['an object with the property window', { window: {} }],
])('%s does not come from the markup', (_, value) => {
  expect(isFromMarkup(value)).toBe(false)
})
