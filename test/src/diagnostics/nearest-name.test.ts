import { expect, test } from 'vitest'
import { nearestName } from '../../../src/diagnostics/nearest-name.js'

const NAMES = ['domain', 'data', 'tokenDuration', 'eventsPerMinute', 'jwt']

test.each([
  ['domian', 'domain'],
  ['tokenDuraton', 'tokenDuration'],
  ['TOKENDURATION', 'tokenDuration'],
  ['eventPerMinutes', 'eventsPerMinute'],
  ['dat', 'data'],
  ['jwts', 'jwt'],
  ['dtaa', 'data'],
])('%s is nearest to %s', (given, known) => expect(nearestName(given, NAMES)).toBe(known))

test.each(['zebra', 'x', '', 'retries'])('%j is near to no name', given =>
  expect(nearestName(given, NAMES)).toBeUndefined())

test('no names, no nearest one', () => expect(nearestName('domain', [])).toBeUndefined())
