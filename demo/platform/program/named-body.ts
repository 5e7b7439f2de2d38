import { z } from 'zod'
import { bind, type Fields, type MediaType, readBody } from '../http/body.js'
import type { Data } from './identify.js'

/** The body of an event or a zone: what it is called, its data, and perhaps a JWT. */
export interface NamedBody {
  event_name?: string | undefined
  data: Data
  jwt?: string | undefined
}

const namedBody = z.object({
  event_name: z.string().optional(),
  data: z.record(z.string(), z.unknown()).default({}),
  jwt: z.string().optional(),
})

/** Reads `{event_name, data?, jwt?}`. In a form the data's fields stand beside the name. */
export async function readNamedBody(request: Request, accepts: MediaType[], optional = false): Promise<NamedBody> {
  const { fields, from } = await readBody(request, accepts, { optional })
  return bind(namedBody, from === 'form' ? gathered(fields) : fields)
}

/** Reads a body that is the data map itself, with perhaps a JWT among it. */
export async function readData(request: Request, accepts: MediaType[]): Promise<NamedBody> {
  const { jwt, ...data } = (await readBody(request, accepts, { optional: true })).fields
  return bind(namedBody, { jwt, data })
}

export function gathered({ event_name, jwt, ...data }: Fields): Fields {
  return { event_name, jwt, data }
}
