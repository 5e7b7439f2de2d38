import { liveRules } from '../campaign/live-program.js'
import type { Domain } from '../domain.js'

/** One of the brand's own ids. Its name is one of the program's partner keys. */
export interface PartnerId {
  name: string
  value: string
}

/** The brand's own ids in the data of an event, in the order of the program's partner keys. An id is a number or a text that is not empty. */
export const partnerIdsIn = (data: Record<string, unknown>, partnerKeys: string[]): PartnerId[] =>
  partnerKeys.flatMap(name => {
    const value = Object.hasOwn(data, name) ? data[name] : undefined
    return (typeof value === 'string' && value) || typeof value === 'number' ? [{ name, value: String(value) }] : []
  })

/**
 * The SQL condition that an event may have this id, whatever the case: an index finds these events. An id can be a text or a number. `parameter` adds a
 * value to the statement.
 */
export function partnerIdInSql(name: string, value: string, parameter: (value: string) => string): string {
  const isNumber = /^-?\d+(\.\d+)?$/.test(value)
  const data = [
    JSON.stringify({ [name]: value }),
    ...(isNumber ? [`{${JSON.stringify(name)}:${trimZeros(value)}}`] : []),
  ]
  return `(${data.map(each => `lower(data::text)::jsonb @> lower(${parameter(each)})::jsonb`).join(' or ')})`
}

/** JSON has no numbers with leading zeros. */
const trimZeros = (number: string) => number.replace(/^(-?)0+(?=\d)/, '$1')

/** The brand's own ids of persons: of each partner key, the value in the newest event that has it. */
export async function partnerIdsOfPersons(domain: Domain, personIds: string[]): Promise<Map<string, PartnerId[]>> {
  const { partner_keys } = await liveRules(domain)
  const rows = await domain.db.query<PartnerId & { person_id: string }>(
    `select distinct on (person_id, place) person_id, name, data->>name as value
     from events cross join unnest($2::text[]) with ordinality as keys (name, place)
     where person_id = any($1) and jsonb_typeof(data->name) in ('string', 'number') and data->>name <> ''
     order by person_id, place, created_at desc, event_id`,
    [personIds, partner_keys],
  )
  const ids = new Map<string, PartnerId[]>()
  for (const { person_id, name, value } of rows) ids.set(person_id, [...(ids.get(person_id) ?? []), { name, value }])
  return ids
}
