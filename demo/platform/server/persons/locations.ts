import { z } from 'zod'
import { location, locationsOf } from '../../events/locations.js'
import type { CallDocs } from '../../openapi/call-docs.js'
import type { ServerContext } from '../server-call.js'
import { personInPath } from './person.js'

/** `GET /v5/persons/{person_id}/locations`: where the events of a person happened, newest first (specification 4.4). */
export async function listLocations(c: ServerContext): Promise<Response> {
  return Response.json(await locationsOf(c.env, (await personInPath(c)).person_id))
}

export const locationDocs = {
  summary: 'List a person’s locations, newest first',
  description:
    'The locations come from the data of the person’s events: `country`, `region`, `city` and `postal_code`. The platform ' +
    'does not derive a location from an IP address.',
  response: z.array(location),
  errors: ['person_not_found'],
} satisfies CallDocs
