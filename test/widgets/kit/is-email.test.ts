import { expect, test } from 'vitest'
import { isEmail } from '../../../widgets/kit/is-email.js'

test.each([
  'ada@example.com',
  'ada.b+c@mail.example.co.uk',
  'jörg@münchen.de',
  "o'hara@example.com",
])('%s is one', text => {
  expect(isEmail(text)).toBe(true)
})

test.each([
  '',
  'ada',
  'ada@example',
  'ada@example..com',
  'ada@.com',
  'ada@example.',
  '@example.com',
  'a@b@example.com',
  'ada @example.com',
  'ada,bob@example.com',
  '<ada@example.com>',
  `${'a'.repeat(65)}@example.com`,
])('"%s" is not', text => {
  expect(isEmail(text)).toBe(false)
})
