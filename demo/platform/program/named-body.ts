import { z } from 'zod'
import { eventData } from '../events/event-data.js'
import type { BodyShape, Fields, MediaType } from '../http/body.js'
import type { Data } from './identify.js'

/** The body of an event or a zone: what it is called, its data, and perhaps a JWT. */
export interface NamedBody {
  event_name?: string | undefined
  data: Data
  jwt?: string | undefined
}

const jwt = z.string().optional().describe('Proof of who it is about. Its claims win over the data.')

const named = z
  .object({ event_name: z.string().optional().describe('Which event or zone.'), data: eventData.default({}), jwt })
  .meta({ examples: [{ event_name: 'confirmation', data: { email: 'grace@example.com' } }] })

/** The body is `{event_name, data?, jwt?}`. In a form the data's fields stand beside the name. */
export const namedBody = (accepts: MediaType[], optional = false): BodyShape<NamedBody> => ({
  schema: named,
  accepts,
  optional,
  fromForm: gathered,
})

const data = eventData.extend({ jwt }).meta({ examples: [{ email: 'grace@example.com' }] })

/** The body is the data map itself, with perhaps a JWT among it. */
export const dataBody = (accepts: MediaType[]) => ({ schema: data, accepts, optional: true }) satisfies BodyShape

/** What was sent as one map, taken apart. */
export function gathered({ event_name, jwt, ...data }: Fields): Fields {
  return { event_name, jwt, data }
}
