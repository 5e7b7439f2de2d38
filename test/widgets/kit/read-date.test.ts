import { afterEach, describe, expect, test, vi } from 'vitest'
import { readDate } from '../../../widgets/kit/read-date.js'

afterEach(() => vi.unstubAllEnvs())

test.each(['2026-03-01T12:00:00Z', '2026-03-01T12:00:00.5+02:00'])('%s is a date', value => {
  expect(readDate(value)).toEqual(new Date(value))
})

test.each([
  '',
  'soon',
  'order 1',
  'javascript:x=1',
  '2026-13-45',
  '2027-02-29',
  '2027-02-31',
  '2027-04-31',
  '2027-02-31T12:00:00Z',
  1_700_000_000_000,
  null,
])('%s is no date', value => {
  expect(readDate(value)).toBeUndefined()
})

describe.each(['America/New_York', 'UTC', 'Europe/Berlin', 'Pacific/Auckland'])('in %s', zone => {
  test('a date without a time is that day, until its end', () => {
    vi.stubEnv('TZ', zone)
    expect(new Intl.DateTimeFormat().resolvedOptions().timeZone).toBe(zone)
    const write = (date: Date | undefined) => date?.toLocaleString('en', { dateStyle: 'long', timeStyle: 'medium' })
    expect(write(readDate('2027-12-31'))).toBe('December 31, 2027 at 12:00:00 AM')
    expect(write(readDate('2027-12-31', true))).toBe('December 31, 2027 at 11:59:59 PM')
    expect(write(readDate('2028-02-29', true))).toBe('February 29, 2028 at 11:59:59 PM')
  })
})
