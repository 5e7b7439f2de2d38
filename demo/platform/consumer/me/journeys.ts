import { z } from 'zod'
import { findJourneys, journey, journeyFilters } from '../../events/journeys.js'
import { validate } from '../../http/body.js'
import type { CallDocs } from '../../openapi/call-docs.js'
import { type ProgramContext, personOf } from '../consumer-call.js'

/** `GET /v4/me/journeys`: the consumer's journeys; filtered by `container` and `type` (specification 4.3). */
export async function listJourneys(c: ProgramContext): Promise<Response> {
  const filters = validate(journeyFilters, c.req.query())
  return Response.json(await findJourneys(c.env, (await personOf(c)).person_id, filters))
}

export const journeyDocs = {
  list: { summary: 'List the consumer’s journeys', query: journeyFilters, response: z.array(journey) },
} satisfies Record<string, CallDocs>
