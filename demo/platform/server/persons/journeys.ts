import { z } from 'zod'
import { findJourneys, journey, journeyFilters } from '../../events/journeys.js'
import { validate } from '../../http/body.js'
import { RestError } from '../../http/rest-error.js'
import type { CallDocs } from '../../openapi/call-docs.js'
import type { ServerContext } from '../server-call.js'
import { personInPath } from './person.js'

/** `GET /v5/persons/{person_id}/journeys`: oldest first; filtered by `container` and `type` (specification 4.4). */
export async function listPersonJourneys(c: ServerContext): Promise<Response> {
  const { person_id } = await personInPath(c)
  return Response.json(await findJourneys(c.env, person_id, validate(journeyFilters, c.req.query())))
}

/** `GET /v5/persons/{person_id}/journeys/{journey_id}`. Throws `invalid_parameter`, also for a journey of another person. */
export async function showPersonJourney(c: ServerContext): Promise<Response> {
  const { person_id } = await personInPath(c)
  const journey_id = c.req.param('journey_id')!
  const [found] = await findJourneys(c.env, person_id, { journey_id })
  if (found) return Response.json(found)
  throw new RestError('invalid_parameter', 'The person has no journey with this id', { parameters: { journey_id } })
}

export const personJourneyDocs = {
  list: {
    summary: 'List a person’s journeys',
    query: journeyFilters,
    response: z.array(journey),
    errors: ['person_not_found'],
  },
  show: {
    summary: 'Get a journey of a person',
    response: journey,
    errors: ['person_not_found', 'invalid_parameter'],
  },
} satisfies Record<string, CallDocs>
