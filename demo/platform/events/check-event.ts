import { z } from 'zod'
import { REWARD_EARNED } from '../campaign/names.js'
import type { Domain } from '../domain.js'
import { RestError } from '../http/rest-error.js'
import { isoTime, readTime } from '../identity/account-time.js'

/** The maximum length of indexed values: an index cannot store long texts. */
const MAX_NAME = 200

/** An id as a string. Some shops send order numbers as numbers. */
const id = (longest: number) =>
  z.union([z.string(), z.number()]).transform(String).pipe(z.string().min(1).max(longest)).optional()

const isShort = (value: unknown) => typeof value !== 'string' || value.length <= MAX_NAME

/** The name of an event and the known keys of its data. Other keys are for the rules of the program. */
const eventSchema = z.object({
  event_name: z
    .string()
    .max(MAX_NAME)
    .refine(name => name !== REWARD_EARNED, 'Only the platform records this step'),
  partner_event_id: id(MAX_NAME),
  partner_conversion_id: id(38),
  container: z.unknown().refine(isShort, `Expected at most ${MAX_NAME} characters`).optional(),
  event_time: isoTime.optional(),
})

/** The known keys of an event's data that the platform uses itself. */
interface CheckedEvent {
  partner_event_id?: string | undefined
  time: Date | undefined
}

/** The name of an event. Throws `invalid_parameter` without one. */
export function requireEventName(name: unknown, fault = 'event_name is missing'): string {
  if (typeof name === 'string' && name) return name
  throw new RestError('invalid_parameter', fault, { parameters: { name: 'event_name' } })
}

/** How far ahead of the platform's clock an event can be. */
const MAX_AHEAD_MS = 86_400_000

/** Validates the name of an event and the known keys of its data. Throws `invalid_parameter`. */
export async function checkEvent(
  domain: Domain,
  event_name: string,
  data: Record<string, unknown>,
): Promise<CheckedEvent> {
  const result = eventSchema.safeParse({ ...data, event_name })
  if (!result.success) {
    const { path, message } = result.error.issues[0]!
    throw invalid(path.join('.'), message)
  }
  const { partner_event_id, event_time } = result.data
  const time = event_time === undefined ? undefined : await readTime(domain, event_time)
  if (time && time.getTime() > domain.settings.now() + MAX_AHEAD_MS)
    throw invalid('event_time', 'Expected a time that is at most a day ahead')
  return { partner_event_id, time }
}

const invalid = (name: string, message: string) =>
  new RestError('invalid_parameter', `${name}: ${message}`, { parameters: { name } })
