import { z } from 'zod'
import type { Domain } from '../domain.js'
import type { Touch } from './touch-journey.js'

/** A journey in a response (contract 5). */
export const journey = z
  .looseObject({
    id: z.string(),
    program: z.string().describe('The label of the program.'),
    journey_name: z.string(),
    campaign_id: z.string(),
    container: z.string(),
    journey_type: z.string(),
    data: z.record(z.string(), z.unknown()),
    created_date: z.iso.datetime(),
    updated_date: z.iso.datetime(),
  })
  .describe('Further fields begin with entry_ (the start of the journey) or last_ (its latest touch).')
  .meta({ id: 'Journey' })

export const journeyFilters = z.object({
  container: z.string().optional().describe('The container, such as `production`.'),
  type: z.string().optional().describe('ADVOCATE or FRIEND.'),
})

interface JourneyRow {
  journey_id: string
  journey_name: string
  program_label: string
  campaign_id: string
  container: string
  journey_type: string
  data: Record<string, unknown>
  entry: Touch
  last: Touch
  created_at: Date
  updated_at: Date
}

/** The filtered journeys of a person, oldest first. */
export async function findJourneys(
  { db }: Domain,
  personId: string,
  { container, type, journey_id }: z.infer<typeof journeyFilters> & { journey_id?: string },
) {
  const rows = await db.query<JourneyRow>(
    `select * from journeys
     where person_id = $1 and ($2::text is null or container = $2) and ($3::text is null or journey_type = $3)
       and ($4::text is null or journey_id = $4)
     order by created_at, journey_id`,
    [personId, container ?? null, type ?? null, journey_id ?? null],
  )
  return rows.map(describeJourney)
}

const describeJourney = (row: JourneyRow) => ({
  id: row.journey_id,
  program: row.program_label,
  journey_name: row.journey_name,
  campaign_id: row.campaign_id,
  container: row.container,
  journey_type: row.journey_type,
  data: row.data,
  created_date: row.created_at,
  updated_date: row.updated_at,
  ...prefixed('entry', row.entry),
  ...prefixed('last', row.last),
})

const prefixed = (prefix: string, touch: Touch) =>
  Object.fromEntries(Object.entries(touch).map(([name, value]) => [`${prefix}_${name}`, value]))
