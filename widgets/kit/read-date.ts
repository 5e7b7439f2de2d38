import { readText } from '../readers.js'

/**
 * Reads an ISO 8601 date. A date without a time is that day where the visitor is: its start, or with `isEnd` its end. Other text is refused,
 * because engines read any text that ends in a number as a date, and February 31 as March 3.
 */
export function readDate(value: unknown, isEnd = false): Date | undefined {
  const iso = readText(value)
  const [day = '', year, month, dayOfMonth] = /^(\d{4})-(\d\d)-(\d\d)/.exec(iso) ?? []
  if (Number(dayOfMonth) > new Date(Number(year), Number(month), 0).getDate()) return undefined
  const date = new Date(day && day === iso ? `${day}T${isEnd ? '23:59:59.999' : '00:00'}` : day && iso)
  return Number.isNaN(Number(date)) ? undefined : date
}
