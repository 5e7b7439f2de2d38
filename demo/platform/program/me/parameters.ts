import { z } from 'zod'
import type { Domain } from '../../domain.js'
import { bind, type Fields, readBody } from '../../http/body.js'
import { RestError } from '../../http/rest-error.js'
import { newId } from '../../store/id.js'
import { type ProgramContext, personOf } from '../consumer-call.js'

/** A person's own data fields, by name (specification 2.3). */
export async function parametersOf({ db }: Domain, personId: string): Promise<Fields> {
  const rows = await db.query<{ name: string; value: unknown }>(
    'select name, value from parameters where person_id = $1 order by updated_at desc, name',
    [personId],
  )
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]))
}

/** `GET /v4/me/parameters`: `{name: value}`. */
export async function showParameters(c: ProgramContext): Promise<Response> {
  return Response.json(await parametersOf(c.env, (await personOf(c)).person_id))
}

const type = z.enum(['CLIENT', 'PRIVATE', 'PUBLIC']).optional()
const several = z.object({ parameters: z.record(z.string(), z.unknown()), type })
const one = z.object({ value: z.unknown(), type })

/** `POST /v4/me/parameters`: sets those it names, and leaves the others as they are. */
export async function updateParameters(c: ProgramContext): Promise<Response> {
  const { fields, from } = await readBody(c.req.raw, ['json', 'form'])
  const { type: inForm, ...parameters } = fields
  const update = bind(several, from === 'form' ? { parameters, type: inForm } : fields)
  return set(c, update.parameters, update.type)
}

/** `PUT /v4/me/parameters/{name}`: sets one. */
export async function setParameter(c: ProgramContext): Promise<Response> {
  const { value, type } = bind(one, (await readBody(c.req.raw, ['json', 'form'])).fields)
  return set(c, { [c.req.param('name')!]: value }, type)
}

/** Kept by the platform itself: a parameter of this name would contradict the profile. */
const readOnly = [
  'id',
  'person_id',
  'email',
  'partner_user_id',
  'first_name',
  'last_name',
  'profile_picture_url',
  'locale',
  'cookie_consent',
  'cookie_consent_type',
  'processing_consent',
  'processing_consent_type',
]
const LONGEST_NAME = 200
const LONGEST_VALUE = 2000

type ParameterType = z.infer<typeof type>

async function set(c: ProgramContext, parameters: Fields, type: ParameterType = 'PRIVATE'): Promise<Response> {
  for (const [name, value] of Object.entries(parameters)) check(name, value, type)
  const { person_id } = await personOf(c)
  await c.env.db.transaction(async db => {
    for (const [name, value] of Object.entries(parameters))
      await db.query(
        `insert into parameters (person_id, name, value, type, updated_at) values ($1, $2, $3::text::jsonb, $4, $5)
         on conflict (person_id, name) do update set value = excluded.value, type = excluded.type, updated_at = excluded.updated_at`,
        [person_id, name, JSON.stringify(value), type, new Date(c.env.settings.now())],
      )
  })
  return Response.json({ polling_id: newId(), status: 'SUCCEEDED' })
}

function check(name: string, value: unknown, type: ParameterType): void {
  const isClients = type === 'CLIENT'
  const parameters = { name }
  if (readOnly.includes(name))
    throw new RestError('read_only_name', 'The platform keeps this one itself', { parameters })
  if (name.length < 1 || name.length > LONGEST_NAME)
    throw new RestError(
      isClients ? 'client_params_name_length_out_of_range' : 'invalid_name',
      `A name has 1 to ${LONGEST_NAME} characters`,
    )
  if (!/^[\w.-]+$/.test(name))
    throw new RestError('invalid_name', 'A name has letters, digits, dot, dash and underscore', { parameters })
  if (value === undefined || value === null) throw new RestError('invalid_value', 'There is no value', { parameters })
  if (JSON.stringify(value).length > LONGEST_VALUE)
    throw new RestError(
      isClients ? 'client_params_value_length_out_of_range' : 'invalid_value',
      'The value is too long',
      { parameters },
    )
}
