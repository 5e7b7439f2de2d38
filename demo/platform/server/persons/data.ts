import { z } from 'zod'
import type { Domain } from '../../domain.js'
import { type BodyShape, bind, type Fields, takeBody } from '../../http/body.js'
import { RestError } from '../../http/rest-error.js'
import type { CallDocs } from '../../openapi/call-docs.js'
import { type ParameterType, parameterType, readOnlyNames, setParameters } from '../../program/me/parameter.js'
import type { ServerContext } from '../server-call.js'
import { timeInterval } from '../time-interval.js'
import { personInPath } from './person.js'

const datum = z.object({
  name: z.string(),
  value: z.unknown(),
  type: parameterType,
  updated_date: z.iso.datetime(),
})

const query = z.object({ name: z.string(), time_interval: timeInterval }).partial()

const creation = {
  schema: z
    .object({ name: z.string(), value: z.unknown(), type: parameterType.optional() })
    .meta({ examples: [{ name: 'size', value: 'M' }] }),
} satisfies BodyShape

const change = {
  schema: z.object({ value: z.unknown(), type: parameterType.optional() }).meta({ examples: [{ value: 'L' }] }),
} satisfies BodyShape

/** `GET /v5/persons/{person_id}/data`: newest-updated first (specification 2.3). */
export async function listData(c: ServerContext): Promise<Response> {
  const { person_id } = await personInPath(c)
  return Response.json(await find(c.env, person_id, bind(query, c.req.query())))
}

/** `POST /v5/persons/{person_id}/data`. Throws `data_already_exists`, `read_only_name`. */
export async function createDatum(c: ServerContext): Promise<Response> {
  const { person_id } = await personInPath(c)
  const { name, value, type } = await takeBody(c.req.raw, creation)
  checkWritable(name)
  const created = await c.env.db.transaction(async db => {
    const domain = { ...c.env, db }
    const [existing] = await find(domain, person_id, { name })
    if (existing) throw new RestError('data_already_exists', 'Update it instead', { parameters: { name } })
    return set(domain, person_id, { [name]: value }, type)
  })
  return Response.json(created)
}

/** `GET /v5/persons/{person_id}/data/{name}`. Throws `data_not_found`. */
export async function showDatum(c: ServerContext): Promise<Response> {
  const { person_id } = await personInPath(c)
  return Response.json(await theOne(c.env, person_id, nameInPath(c)))
}

/** `PUT /v5/persons/{person_id}/data/{name}`. Throws `data_not_found`, `read_only_name`. */
export async function updateDatum(c: ServerContext): Promise<Response> {
  const { person_id } = await personInPath(c)
  const name = nameInPath(c)
  const { value, type } = await takeBody(c.req.raw, change)
  checkWritable(name)
  const updated = await c.env.db.transaction(async db => {
    const domain = { ...c.env, db }
    const before = await theOne(domain, person_id, name)
    return set(domain, person_id, { [name]: value }, type ?? before.type)
  })
  return Response.json(updated)
}

/** `DELETE /v5/persons/{person_id}/data/{name}`: answers what it deleted. Throws `data_not_found`. */
export async function deleteDatum(c: ServerContext): Promise<Response> {
  const { person_id } = await personInPath(c)
  const deleted = await theOne(c.env, person_id, nameInPath(c))
  await c.env.db.query('delete from parameters where person_id = $1 and name = $2', [person_id, deleted.name])
  return Response.json(deleted)
}

const writing = ['person_not_found', 'read_only_name', 'invalid_name', 'invalid_value'] as const

export const dataDocs = {
  list: { summary: 'List a person’s data', query, answers: z.array(datum), refuses: ['person_not_found'] },
  create: {
    summary: 'Create a data parameter of a person',
    body: creation,
    answers: datum,
    refuses: ['data_already_exists', ...writing],
  },
  show: { summary: 'Get a data parameter', answers: datum, refuses: ['person_not_found', 'data_not_found'] },
  update: {
    summary: 'Update a data parameter',
    body: change,
    answers: datum,
    refuses: ['data_not_found', ...writing],
  },
  delete: { summary: 'Delete a data parameter', answers: datum, refuses: ['person_not_found', 'data_not_found'] },
} satisfies Record<string, CallDocs>

interface Datum {
  name: string
  value: unknown
  type: ParameterType
  updated_date: Date
}

function find({ db }: Domain, personId: string, { name, time_interval }: z.infer<typeof query>): Promise<Datum[]> {
  return db.query<Datum>(
    `select name, value, type, updated_at as updated_date from parameters
     where person_id = $1 and ($2::text is null or name = $2)
       and ($3::timestamptz is null or (updated_at >= $3 and updated_at < $4)) order by updated_at desc, name`,
    [personId, name ?? null, time_interval?.from ?? null, time_interval?.to ?? null],
  )
}

async function theOne(domain: Domain, personId: string, name: string): Promise<Datum> {
  const [found] = await find(domain, personId, { name })
  if (found) return found
  throw new RestError('data_not_found', 'The person has no data of this name', { parameters: { name } })
}

async function set(domain: Domain, personId: string, data: Fields, type?: ParameterType): Promise<Datum> {
  await setParameters(domain, personId, data, type)
  return theOne(domain, personId, Object.keys(data)[0]!)
}

/** The same names as a consumer may not set; here the code has another status (specification 7). */
function checkWritable(name: string): void {
  if (readOnlyNames.includes(name))
    throw new RestError('read_only_name', 'The platform keeps this one itself', { status: 400, parameters: { name } })
}

const nameInPath = (c: ServerContext) => c.req.param('name')!
