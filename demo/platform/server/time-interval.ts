import { z } from 'zod'
import type { Domain } from '../domain.js'
import { RestError } from '../http/rest-error.js'
import { isoTime, readTime, TIME_FORMAT } from '../identity/account-time.js'

export interface TimeInterval {
  from: Date
  /** The end, exclusive. */
  to: Date
}

const EXPECTED = 'Expected <from>/<to>'

/** The parameter `time_interval`: `<from>/<to>` (specification 4.5). `readInterval` reads it. */
export const timeInterval = z
  .string()
  .meta({ description: `\`<from>/<to>\`. ${TIME_FORMAT}`, examples: ['2026-05-01/2026-06-01'] })
  .transform(text => text.split('/'))
  .refine(times => times.length === 2 && times.every(time => isoTime.safeParse(time).success), EXPECTED)

/** Reads a valid `timeInterval`. Throws `binding_error` if it ends before it begins. */
export async function readInterval(
  domain: Domain,
  times: z.output<typeof timeInterval> | undefined,
): Promise<TimeInterval | undefined> {
  if (!times) return undefined
  const [from, to] = [await readTime(domain, times[0]!), await readTime(domain, times[1]!)]
  if (from <= to) return { from, to }
  const parameter = 'time_interval'
  throw new RestError('binding_error', `${parameter}: ${EXPECTED}`, { parameters: { parameter } })
}
