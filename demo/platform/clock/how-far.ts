import { RestError } from '../http/rest-error.js'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

const units: Record<string, number> = { m: MINUTE_MS, h: HOUR_MS, d: DAY_MS, w: 7 * DAY_MS }

/** The longest lifetime of a token (contract 2): beyond it, nothing new happens. */
const MAX_DAYS = 5 * 366

/** How far to move the clock. `next`: to the next time at which something is due. */
export const FORWARD = /^(next|[+-]?\d{1,9}[mhdw])$/

/** Converts how far to move the clock, such as `30d`, to milliseconds. Throws `invalid_parameter` with the reason. */
export function millisecondsIn(forward: string): number {
  const [, sign, amount, unit = ''] = /^([+-]?)(\d+)([mhdw])$/.exec(forward) ?? []
  const ms = Number(amount) * units[unit]!
  if (sign === '-') throw onlyForward()
  if (!(ms > 0 && ms <= MAX_DAYS * DAY_MS))
    throw refuse('forward', `Expected at least 1m, and at most ${MAX_DAYS}d at a time`)
  return ms
}

/** Throws `invalid_parameter` unless the clock can be moved to a time. */
export function checkUntil(until: Date, now: number): void {
  if (until.getTime() <= now) throw onlyForward('until')
  if (until.getTime() > now + MAX_DAYS * DAY_MS) throw refuse('until', `Expected at most ${MAX_DAYS} days at a time`)
}

const onlyForward = (name = 'forward') =>
  refuse(name, 'The clock only goes forward: what has happened by its time cannot be undone')

const refuse = (name: string, message: string) =>
  new RestError('invalid_parameter', `${name}: ${message}`, { parameters: { name } })
