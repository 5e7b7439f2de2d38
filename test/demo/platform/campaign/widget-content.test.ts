import { expect, test } from 'vitest'
import { widgetContent } from '../../../../demo/platform/campaign/widget-content.js'
import { HARMLESS_NAMES, SECRET_NAMES } from '../../../secret-fields.js'

const isFieldName = (name: string) =>
  widgetContent.safeParse({ widget: 'form', fields: [{ type: 'text', name, label: 'Text' }] }).success

test.each([
  ...SECRET_NAMES,
  'container',
  'event_time',
  'constructor',
  '2nd',
  'two words',
  '',
  'a'.repeat(101),
])('a form has no field with the name "%s"', name => {
  expect(isFieldName(name)).toBe(false)
})

test.each([
  ...HARMLESS_NAMES,
  'email',
  'address.city',
  'a'.repeat(100),
])('a form has a field with the name "%s"', name => {
  expect(isFieldName(name)).toBe(true)
})

test('what a field may be called is said in words', () => {
  const { error } = widgetContent.safeParse({
    widget: 'form',
    fields: [{ type: 'text', name: 'password', label: 'Password' }],
  })
  expect(error!.issues[0]!.message).toMatch(/^Expected a letter, then letters, digits, _ and \./)
})

test.each([
  ['{{referrals}}', false],
  [{}, false],
  [[], true],
  [undefined, true],
])('the friends may be %j: %j', (referrals, isGood) => {
  expect(widgetContent.safeParse({ widget: 'referrals', referrals }).success).toBe(isGood)
})
