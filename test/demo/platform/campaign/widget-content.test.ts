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

test.each<[string, string[], (value: string) => object]>([
  [
    'channel of a share',
    [
      ...['copy', 'native', 'email', 'sms', 'whatsapp', 'facebook', 'x', 'linkedin', 'telegram', 'messenger'],
      ...['pinterest', 'reddit', 'bluesky', 'threads', 'qr'],
    ],
    channel => ({ widget: 'share', channels: [channel] }),
  ],
  ['style of a cta', ['banner', 'button', 'overlay'], style => ({ widget: 'cta', style })],
  ['layout of a hero', ['left', 'right', 'behind'], layout => ({ widget: 'hero', layout })],
  [
    'type of a field',
    ['text', 'email', 'phone', 'date', 'select', 'checkbox', 'radio', 'rating', 'consent'],
    type => ({ widget: 'form', fields: [{ type, name: 'note', label: 'Note' }] }),
  ],
  ['reveal of an offer', ['always', 'email'], reveal => ({ widget: 'offer', reveal })],
  [
    'state of an offer',
    ['{{offer_state}}', 'available', 'expired', 'ineligible', 'self_referral', 'used'],
    state => ({ widget: 'offer', state }),
  ],
  ['period of a leaderboard', ['all', 'year', 'month', 'week'], period => ({ widget: 'leaderboard', period })],
  [
    'field of a profile',
    ['first_name', 'last_name', 'email', 'profile_picture_url'],
    field => ({ widget: 'profile', fields: [field] }),
  ],
  [
    'consent of a profile',
    ['cookie_consent', 'processing_consent'],
    name => ({ widget: 'profile', consents: [{ name, text: 'I agree' }] }),
  ],
  ['corner of a panel', ['end', 'start', 'none'], corner => ({ widget: 'panel', corner })],
  ['layout of a panel', ['tabs', 'home'], layout => ({ widget: 'panel', layout })],
])('the %s is one of %j', (_, values, contentWith) => {
  const isAccepted = (value: string) => widgetContent.safeParse(contentWith(value)).success
  expect(values.filter(value => !isAccepted(value))).toEqual([])
  expect(isAccepted('other')).toBe(false)
})
