import { expect, test } from 'vitest'
import { bytesOf } from '../../../src/outbox/limits.js'
import {
  compareEvents,
  isEvent,
  isIdentifying,
  isPostponed,
  originalKey,
  postponedKey,
  trackedAt,
} from '../../../src/outbox/waiting-event.js'
import { waiting } from './waiting.js'

test.each([
  ['a whole event', waiting('1'), true],
  ['an event without an id', { ...waiting('1'), id: undefined }, false],
  ['an event without a name', { ...waiting('1'), name: undefined }, false],
  ['an event without an owner', { ...waiting('1'), owner: undefined }, false],
  ['an event whose key is a number', { ...waiting('1'), key: 7 }, false],
  ['an event whose data is a text', { ...waiting('1'), data: 'text' }, false],
  ['nothing', undefined, false],
  ['a text', 'event', false],
])('of a record from the browser’s storage, %s counts as an event: %s', (_, found, is) => {
  expect(isEvent(found)).toBe(is)
})

test.each([
  [{ email: 'ann@example.com' }, true],
  [{ partner_user_id: 'ann' }, true],
  [{ email: '' }, false],
  [{ cart_value: 3 }, false],
])('an event with the data %j identifies its consumer: %s', (data, identifies) => {
  expect(isIdentifying(waiting('1', { data }))).toBe(identifies)
})

test('a postponed event keeps its original key, also if it is postponed again', () => {
  const { key } = waiting('1')
  const postponed = postponedKey(postponedKey(key))
  expect(originalKey(postponed)).toBe(key)
  expect([isPostponed({ ...waiting('1'), key }), isPostponed({ ...waiting('1'), key: postponed })]).toEqual([
    false,
    true,
  ])
})

test('events sort in the order of tracking, postponed ones last', () => {
  const [first, second] = [waiting('1'), waiting('2')]
  const postponed = { ...waiting('0'), key: postponedKey(waiting('0').key) }
  const sorted = [postponed, second, first].sort(compareEvents)
  expect(sorted).toEqual([first, second, postponed])
  expect(compareEvents(first, first)).toBe(0)
})

test('the key says when an event was tracked, also once it is postponed', () => {
  const key = '1700000000000123|1'
  expect(trackedAt({ ...waiting('1'), key })).toBe(1_700_000_000_000.123)
  expect(trackedAt({ ...waiting('1'), key: postponedKey(key) })).toBe(1_700_000_000_000.123)
})

test('the size of a text is in bytes, not characters', () => {
  expect(bytesOf('é')).toBe(2)
})
