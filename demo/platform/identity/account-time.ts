import { z } from 'zod'
import type { Domain } from '../domain.js'

/** `2026-05-01`, or with a time, and then maybe with an offset. */
const PATTERN = /^(\d{4})-(\d\d)-(\d\d)(?:T(\d\d):(\d\d)(?::(\d\d)(\.\d+)?)?(Z|[+-]\d\d:?\d\d)?)?$/

/** A time in a request. `readTime` reads it. */
export const isoTime = z
  .string()
  .refine(isTime, 'Expected a time in ISO 8601, such as 2026-05-01T12:00:00Z, not before 1970')

/** What a time in a request may look like, for the documentation. */
export const TIME_FORMAT =
  'In ISO 8601. A time without an offset is in the time zone of the account, and a date alone is midnight there.'

/** Reads a valid `isoTime`. Without an offset, the time is in the time zone of the account. */
export async function readTime({ db, clientId }: Domain, text: string): Promise<Date> {
  const { local, offset } = partsOf(text)!
  if (offset !== undefined) return new Date(local - offset)
  const [client] = await db.query<{ time_zone: string }>('select time_zone from clients where client_id = $1', [
    clientId,
  ])
  return fromTimeZone(local, client!.time_zone)
}

function isTime(text: string): boolean {
  const parts = partsOf(text)
  // In the time zone of the account, 1970 may begin some hours earlier than in UTC.
  return parts !== undefined && parts.local >= 0
}

/** The time as a clock shows it, as if it were UTC, and its offset. Both are in milliseconds. Undefined if there is no such time. */
function partsOf(text: string): { local: number; offset: number | undefined } | undefined {
  const [, year, month, day, hour = '00', minute = '00', second = '00', fraction = '', zone] = PATTERN.exec(text) ?? []
  const written = `${year}-${month}-${day}T${hour}:${minute}:${second}`
  const local = Date.parse(`${written}${fraction}Z`)
  // The 30th of February would be a day in March.
  if (!Number.isFinite(local) || !new Date(local).toISOString().startsWith(written)) return undefined
  const offset = zone === undefined ? undefined : offsetIn(zone)
  return Number.isNaN(offset) ? undefined : { local, offset }
}

/** The offset of `Z`, `+02:00` or `+0200` in milliseconds. NaN if there is no such offset. */
function offsetIn(zone: string): number {
  if (zone === 'Z') return 0
  const [hours, minutes] = [Number(zone.slice(1, 3)), Number(zone.slice(-2))]
  return hours > 23 || minutes > 59 ? Number.NaN : Number(`${zone[0]}1`) * (hours * 60 + minutes) * 60_000
}

const DAY_MS = 86_400_000

/** The moment at which clocks in a time zone show a time. The first of two, and where clocks skip the time, that much later. */
function fromTimeZone(local: number, timeZone: string): Date {
  const shown = (time: number) => Date.parse(`${inTimeZone(new Date(time), timeZone).slice(0, 23)}Z`)
  const [before, after] = [local - DAY_MS, local + DAY_MS].map(time => local - (shown(time) - time))
  return new Date([before!, after!].find(time => shown(time) === local) ?? before!)
}

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
