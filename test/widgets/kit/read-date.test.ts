import { expect, test } from 'vitest'
import { readDate } from '../../../widgets/kit/read-date.js'

test.each(['2026-03-01', '2026-03-01T12:00:00Z', '2026-03-01T12:00:00.5+02:00'])('%s is a date', value => {
  expect(readDate(value)).toEqual(new Date(value))
})

test.each(['', 'soon', 'order 1', 'javascript:x=1', '2026-13-45', 1_700_000_000_000, null])('%s is no date', value => {
  expect(readDate(value)).toBeUndefined()
})
