import { z } from 'zod'
import type { Domain } from '../domain.js'

/** The keys of an event's data that say where it happened. */
const places = ['country', 'region', 'city', 'postal_code'] as const

/** A location of a person in a response. */
export const location = z
  .object({
    country: z.string().nullable(),
    region: z.string().nullable(),
    city: z.string().nullable(),
    postal_code: z.string().nullable(),
    created_date: z.iso.datetime().describe('The time of the first event there.'),
    updated_date: z.iso.datetime().describe('The time of the newest event there.'),
  })
  .meta({ id: 'Location' })

type LocationRow = Record<(typeof places)[number], string | null> & { created_date: Date; updated_date: Date }

/** Where the events of a person happened, newest first. */
export const locationsOf = ({ db }: Domain, personId: string): Promise<LocationRow[]> =>
  db.query<LocationRow>(
    `select ${places.join()}, min(event_time) as created_date, max(event_time) as updated_date
     from (select event_time, ${places.map(textIn).join()} from events where person_id = $1) located
     where coalesce(${places.join()}) is not null
     group by ${places.join()} order by updated_date desc, ${places.join()}`,
    [personId],
  )

/** The column of a key. A postal code can be a number. */
const textIn = (name: string) =>
  `case when jsonb_typeof(data->'${name}') in ('string', 'number') then nullif(trim(data->>'${name}'), '') end as ${name}`
