import { z } from 'zod'
import type { Domain } from '../domain.js'
import type { Fields } from '../http/body.js'
import { lengthOf } from '../http/length-of.js'
import { RestError } from '../http/rest-error.js'
import { personColumns } from './change-person.js'
import { lockPerson } from './person.js'

export const parameterType = z.enum(['CLIENT', 'PRIVATE', 'PUBLIC'])

export type ParameterType = z.infer<typeof parameterType>

/**
 * The parameter by which a person agrees that others see them on leaderboards: its value is `true`. The name says so, because brands have parameters of
 * their own.
 */
export const OPT_IN = 'leaderboard_opt_in'

/** The parameters of a person by name (specification 2.3). */
export async function parametersOf({ db }: Domain, personId: string): Promise<Fields> {
  const rows = await db.query<{ name: string; value: unknown }>(
    'select name, value from parameters where person_id = $1 order by updated_at desc, name',
    [personId],
  )
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]))
}

export interface ParameterChange {
  parameters: Fields
  /** Default: that of the parameter. A new one is PRIVATE. */
  type?: ParameterType | undefined
  /** Who sets the parameters. */
  by: 'consumer' | 'backend'
}

/**
 * Sets the given parameters and keeps the others. Throws `read_only_name`, `invalid_name`, `invalid_value`,
 * `client_params_name_length_out_of_range`, `client_params_value_length_out_of_range` (contract 5).
 */
export async function setParameters(
  domain: Domain,
  personId: string,
  { parameters, type, by }: ParameterChange,
): Promise<void> {
  for (const [name, value] of Object.entries(parameters)) check(name, value, type)
  await domain.db.transaction(async db => {
    const { person_id } = await lockPerson({ ...domain, db }, personId)
    if (by === 'consumer') await checkOwn({ ...domain, db }, person_id, Object.keys(parameters))
    // One statement for all: a request can set thousands.
    await db.query(
      `insert into parameters (person_id, name, value, type, set_by_backend, updated_at)
         select $1, name, value::jsonb, coalesce($4::text, 'PRIVATE'), $5, $6 from unnest($2::text[], $3::text[]) given (name, value)
       on conflict (person_id, name) do update set value = excluded.value, type = coalesce($4, parameters.type),
         set_by_backend = excluded.set_by_backend, updated_at = excluded.updated_at`,
      [
        ...[person_id, Object.keys(parameters), Object.values(parameters).map(value => JSON.stringify(value))],
        ...[type ?? null, by === 'backend', new Date(domain.settings.now())],
      ],
    )
  })
}

/** A consumer cannot change what the backend has stored as CLIENT. Throws `read_only_name`. */
async function checkOwn({ db }: Domain, personId: string, names: string[]): Promise<void> {
  const [foreign] = await db.query<{ name: string }>(
    `select name from parameters where person_id = $1 and name = any($2) and type = 'CLIENT' and set_by_backend limit 1`,
    [personId, names],
  )
  if (foreign) throw new RestError('read_only_name', 'Only the backend can change this value', { parameters: foreign })
}

/** Names of the profile's own columns. A parameter with such a name could contradict the profile. */
const readOnlyNames: string[] = [
  ...['id', 'person_id', 'cookie_consent_type', 'processing_consent_type'],
  ...personColumns,
]
const MAX_NAME = 200
const MAX_VALUE = 2000

/** Throws `read_only_name` for a name that nobody can set (specification 7). */
export function checkWritable(name: string): void {
  if (readOnlyNames.includes(name))
    throw new RestError('read_only_name', 'The platform manages this value', { parameters: { name } })
}

function check(name: string, value: unknown, type?: ParameterType): void {
  const isClientType = type === 'CLIENT'
  const parameters = { name }
  checkWritable(name)
  if (name.length < 1 || name.length > MAX_NAME)
    throw new RestError(
      isClientType ? 'client_params_name_length_out_of_range' : 'invalid_name',
      `A name must have 1 to ${MAX_NAME} characters`,
    )
  if (!/^[\w.-]+$/.test(name))
    throw new RestError('invalid_name', 'A name can have letters, digits, dots, dashes and underscores', { parameters })
  if (value === undefined || value === null)
    throw new RestError('invalid_value', 'The value is missing', { parameters })
  if (lengthOf(value) > MAX_VALUE)
    throw new RestError(
      isClientType ? 'client_params_value_length_out_of_range' : 'invalid_value',
      `A value can have at most ${MAX_VALUE} characters`,
      { parameters },
    )
}
