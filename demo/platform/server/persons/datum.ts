import { z } from 'zod'
import type { Domain } from '../../domain.js'
import { RestError } from '../../http/rest-error.js'
import { type ParameterType, parameterType, setParameters } from '../../identity/parameter.js'
import type { TimeInterval } from '../time-interval.js'

/** A person's data parameter (specification 2.3). */
export const datumSchema = z.object({
  name: z.string(),
  value: z.unknown(),
  type: parameterType.describe('CLIENT: the consumer cannot change what the backend has stored.'),
  updated_date: z.iso.datetime(),
})

interface Datum {
  name: string
  value: unknown
  type: ParameterType
  updated_date: Date
}

export interface DataFilters {
  name?: string | undefined
  /** The time of the last update. */
  time_interval?: TimeInterval | undefined
}

/** The data parameters of a person, last updated first. */
export function findData({ db }: Domain, personId: string, { name, time_interval }: DataFilters): Promise<Datum[]> {
  return db.query<Datum>(
    `select name, value, type, updated_at as updated_date from parameters
     where person_id = $1 and ($2::text is null or name = $2)
       and ($3::timestamptz is null or (updated_at >= $3 and updated_at < $4)) order by updated_at desc, name`,
    [personId, name ?? null, time_interval?.from ?? null, time_interval?.to ?? null],
  )
}

/** Finds a data parameter by name. Throws `data_not_found`. */
export async function oneDatum(domain: Domain, personId: string, name: string): Promise<Datum> {
  const [found] = await findData(domain, personId, { name })
  if (found) return found
  throw notFound(name)
}

/** Deletes a data parameter and returns it. Throws `data_not_found`. */
export async function deleteOne({ db }: Domain, personId: string, name: string): Promise<Datum> {
  const [deleted] = await db.query<Datum>(
    `delete from parameters where person_id = $1 and name = $2
     returning name, value, type, updated_at as updated_date`,
    [personId, name],
  )
  if (deleted) return deleted
  throw notFound(name)
}

/** Sets a data parameter and returns it. Throws the errors of `setParameters`. */
export async function setDatum(
  domain: Domain,
  personId: string,
  { name, value, type }: Pick<Datum, 'name' | 'value'> & { type?: ParameterType | undefined },
): Promise<Datum> {
  await setParameters(domain, personId, { parameters: { [name]: value }, type, by: 'backend' })
  return oneDatum(domain, personId, name)
}

const notFound = (name: string) =>
  new RestError('data_not_found', 'The person has no data with this name', { parameters: { name } })
