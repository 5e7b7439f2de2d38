const twoDigits = { month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', second: '2-digit' } as const

/** Formats a date in a time zone: ISO 8601 with the offset. */
export function inTimeZone(date: Date, timeZone: string): string {
  const format = new Intl.DateTimeFormat('en', {
    ...twoDigits,
    year: 'numeric',
    fractionalSecondDigits: 3,
    hourCycle: 'h23',
    timeZoneName: 'longOffset',
    timeZone,
  })
  const parts = Object.fromEntries(format.formatToParts(date).map(({ type, value }) => [type, value]))
  const { year, month, day, hour, minute, second, fractionalSecond, timeZoneName = '' } = parts
  // `GMT-04:00`; for UTC only `GMT`.
  const offset = timeZoneName.slice('GMT'.length) || '+00:00'
  return `${year}-${month}-${day}T${hour}:${minute}:${second}.${fractionalSecond}${offset}`
}
