import { z } from 'zod'
import { type BodyShape, parseBody, validate } from '../../http/body.js'
import { RestError } from '../../http/rest-error.js'
import { checkWritable, parameterType } from '../../identity/parameter.js'
import { lockPerson } from '../../identity/person.js'
import type { CallDocs, CallError } from '../../openapi/call-docs.js'
import type { ServerContext } from '../server-call.js'
import { readInterval, timeInterval } from '../time-interval.js'
import { datumSchema, deleteOne, findData, oneDatum, setDatum } from './datum.js'
import { personInPath } from './person.js'

const query = z.object({ name: z.string(), time_interval: timeInterval }).partial()

const creation = {
  schema: z
    .strictObject({ name: z.string(), value: z.unknown(), type: parameterType.optional() })
    .meta({ examples: [{ name: 'size', value: 'M' }] }),
} satisfies BodyShape

const change = {
  schema: z.strictObject({ value: z.unknown(), type: parameterType.optional() }).meta({ examples: [{ value: 'L' }] }),
} satisfies BodyShape

/** `GET /v5/persons/{person_id}/data`: last updated first (specification 2.3). */
export async function listData(c: ServerContext): Promise<Response> {
  const { person_id } = await personInPath(c)
  const { name, time_interval } = validate(query, c.req.query())
  return Response.json(
    await findData(c.env, person_id, { name, time_interval: await readInterval(c.env, time_interval) }),
  )
}

/** `POST /v5/persons/{person_id}/data`. Throws `data_already_exists`, `read_only_name`. */
export async function createDatum(c: ServerContext): Promise<Response> {
  const person = await personInPath(c)
  const { name, value, type } = await parseBody(c.req.raw, creation)
  checkWritable(name)
  const created = await c.env.db.transaction(async db => {
    const domain = { ...c.env, db }
    const { person_id } = await lockPerson(domain, person.person_id)
    const [existing] = await findData(domain, person_id, { name })
    if (existing)
      throw new RestError('data_already_exists', 'The person already has data with this name', { parameters: { name } })
    return setDatum(domain, person_id, { name, value, type })
  })
  return Response.json(created)
}

/** `GET /v5/persons/{person_id}/data/{name}`. Throws `data_not_found`. */
export async function showDatum(c: ServerContext): Promise<Response> {
  const { person_id } = await personInPath(c)
  return Response.json(await oneDatum(c.env, person_id, nameInPath(c)))
}

/** `PUT /v5/persons/{person_id}/data/{name}`. Throws `data_not_found`, `read_only_name`. */
export async function updateDatum(c: ServerContext): Promise<Response> {
  const person = await personInPath(c)
  const name = nameInPath(c)
  const { value, type } = await parseBody(c.req.raw, change)
  checkWritable(name)
  const updated = await c.env.db.transaction(async db => {
    const domain = { ...c.env, db }
    const { person_id } = await lockPerson(domain, person.person_id)
    await oneDatum(domain, person_id, name)
    return setDatum(domain, person_id, { name, value, type })
  })
  return Response.json(updated)
}

/** `DELETE /v5/persons/{person_id}/data/{name}`: returns the deleted parameter. Throws `data_not_found`. */
export async function deleteDatum(c: ServerContext): Promise<Response> {
  const person = await personInPath(c)
  const deleted = await c.env.db.transaction(async db => {
    const domain = { ...c.env, db }
    const { person_id } = await lockPerson(domain, person.person_id)
    return deleteOne(domain, person_id, nameInPath(c))
  })
  return Response.json(deleted)
}

const writing: CallError[] = [
  'person_not_found',
  'read_only_name',
  'invalid_name',
  'invalid_value',
  'client_params_name_length_out_of_range',
  'client_params_value_length_out_of_range',
]

export const dataDocs = {
  list: { summary: 'List a person’s data', query, response: z.array(datumSchema), errors: ['person_not_found'] },
  create: {
    summary: 'Create a data parameter of a person',
    body: creation,
    response: datumSchema,
    errors: ['data_already_exists', ...writing],
  },
  show: { summary: 'Get a data parameter', response: datumSchema, errors: ['person_not_found', 'data_not_found'] },
  update: {
    summary: 'Update a data parameter',
    body: change,
    response: datumSchema,
    errors: ['data_not_found', ...writing],
  },
  delete: { summary: 'Delete a data parameter', response: datumSchema, errors: ['person_not_found', 'data_not_found'] },
} satisfies Record<string, CallDocs>

const nameInPath = (c: ServerContext) => c.req.param('name')!
