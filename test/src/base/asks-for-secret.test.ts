import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { asksForSecret } from '../../../src/base/asks-for-secret.js'
import { HARMLESS_NAMES, HARMLESS_PURPOSES, SECRET_NAMES, SECRET_PURPOSES } from '../../secret-fields.js'

describe('a field', () => {
  test.each([...SECRET_NAMES, ...SECRET_PURPOSES])('with the words "%s" asks for a secret', text => {
    expect(asksForSecret(text)).toBe(true)
  })

  test.each([...HARMLESS_NAMES, ...HARMLESS_PURPOSES])('with the words "%s" does not', text => {
    expect(asksForSecret(text)).toBe(false)
  })
})

test('the widget form recognizes secrets as forms of the page do: its file has the same code', () => {
  const read = (path: string) => readFileSync(path, 'utf8')
  expect(read('widgets/form/asks-for-secret.ts')).toBe(read('src/base/asks-for-secret.ts'))
})
