import { z } from 'zod'
import { eventData } from '../events/event-data-docs.js'
import type { BodyShape, Fields, MediaType } from '../http/body.js'
import type { Data } from './identify.js'

/** The body of an event or zone: its name, its data, and optionally a JWT. */
export interface NamedBody {
  event_name?: string | undefined
  data: Data
  jwt?: string | undefined
}

const jwt = z
  .string()
  .optional()
  .describe('A JWT that identifies the consumer. Its claims take precedence over the data.')

const named = z
  .object({
    event_name: z.string().optional().describe('The name of the event or zone.'),
    data: eventData.default({}),
    jwt,
  })
  .meta({ examples: [{ event_name: 'confirmation', data: { email: 'grace@example.com' } }] })

/** The body is `{event_name, data?, jwt?}`. In a form the fields of the data are at the top level. */
export const namedBody = (accepts: MediaType[], optional = false): BodyShape<NamedBody> => ({
  schema: named,
  accepts,
  optional,
  fromForm: splitFields,
})

const data = eventData.extend({ jwt }).meta({ examples: [{ email: 'grace@example.com' }] })

/** The body is the data itself, optionally with a JWT. */
export const dataBody = (accepts: MediaType[]) => ({ schema: data, accepts, optional: true }) satisfies BodyShape

/** Separates the name and the JWT from the data. */
export function splitFields({ event_name, jwt, ...data }: Fields): Fields {
  return { event_name, jwt, data }
}
