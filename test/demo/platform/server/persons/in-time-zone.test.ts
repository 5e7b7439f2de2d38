import { expect, test } from 'vitest'
import { inTimeZone } from '../../../../../demo/platform/server/persons/in-time-zone.js'

test.each([
  ['2026-01-15T12:00:00.007Z', 'America/New_York', '2026-01-15T07:00:00.007-05:00'],
  ['2026-07-15T12:00:00.000Z', 'America/New_York', '2026-07-15T08:00:00.000-04:00'],
  ['2025-12-31T20:00:00.000Z', 'Asia/Kolkata', '2026-01-01T01:30:00.000+05:30'],
  ['2026-01-01T00:00:00.000Z', 'UTC', '2026-01-01T00:00:00.000+00:00'],
])('inTimeZone() formats %s in %s as %s, which is the same time', (utc, zone, local) => {
  expect(inTimeZone(new Date(utc), zone)).toBe(local)
  expect(new Date(local).toISOString()).toBe(utc)
})
