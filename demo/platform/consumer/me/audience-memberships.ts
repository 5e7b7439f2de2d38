import { z } from 'zod'
import { audienceMembership, membershipsOf } from '../../events/audience.js'
import type { CallDocs } from '../../openapi/call-docs.js'
import { type ProgramContext, personOf } from '../consumer-call.js'

/** `GET /v4/me/audience-memberships`: the audiences of the consumer, including those for eligibility. */
export async function listAudienceMemberships(c: ProgramContext): Promise<Response> {
  return Response.json(await membershipsOf(c.env, (await personOf(c)).person_id))
}

export const audienceDocs = {
  list: {
    summary: 'List the audiences of the consumer, including those for eligibility',
    response: z.array(audienceMembership),
  },
} satisfies Record<string, CallDocs>
