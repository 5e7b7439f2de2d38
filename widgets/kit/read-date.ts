import { readText } from '../readers.js'

/** Reads an ISO 8601 date. Other text is refused, because engines read any text that ends in a number as a date. */
export function readDate(value: unknown): Date | undefined {
  const iso = readText(value)
  const date = new Date(/^\d{4}-\d\d-\d\d/.test(iso) ? iso : '')
  return Number.isNaN(Number(date)) ? undefined : date
}
