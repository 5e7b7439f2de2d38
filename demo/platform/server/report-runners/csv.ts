/** A spreadsheet would run a text of a consumer that begins like a formula. It also takes the wide forms of the signs for a formula. */
const FORMULA = /^[=+@\t\r＝＋－＠-]/

const QUOTED = /[",\n\r]/

/** A record of a CSV file (RFC 4180), with the end of its line. Objects become JSON. */
export const csvLine = (values: unknown[]): string => `${values.map(cellOf).join()}\n`

function cellOf(value: unknown): string {
  if (typeof value === 'number') return String(value)
  if (value === null) return ''
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  const harmless = FORMULA.test(text) ? `'${text}` : text
  return QUOTED.test(text) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
