import { z } from 'zod'
import type { Touch } from '../../events/journey.js'
import { validate } from '../../http/body.js'
import type { CallDocs } from '../../openapi/call-docs.js'
import { type ProgramContext, personOf } from '../consumer-call.js'

const filters = z.object({
  container: z.string().optional().describe('The container, such as `production`.'),
  type: z.string().optional().describe('ADVOCATE or FRIEND.'),
})

/** `GET /v4/me/journeys`: the consumer's journeys; filtered by `container` and `type` (specification 4.3). */
export async function listJourneys(c: ProgramContext): Promise<Response> {
  const { container, type } = validate(filters, c.req.query())
  const rows = await c.env.db.query<JourneyRow>(
    `select * from journeys
     where person_id = $1 and ($2::text is null or container = $2) and ($3::text is null or journey_type = $3)
     order by created_at, journey_id`,
    [(await personOf(c)).person_id, container ?? null, type ?? null],
  )
  return Response.json(rows.map(journey))
}

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

const journey = (row: JourneyRow) => ({
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

const journeySchema = z
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

export const journeyDocs = {
  list: { summary: 'List the consumer’s journeys', query: filters, response: z.array(journeySchema) },
} satisfies Record<string, CallDocs>
