import { z } from 'zod'
import type { CallDocs } from '../../openapi/call-docs.js'
import { type ProgramContext, personOf } from '../consumer-call.js'

/** `GET /v4/me/audience-memberships`: the audiences of the consumer, including those for eligibility. */
export async function listAudienceMemberships(c: ProgramContext): Promise<Response> {
  const rows = await c.env.db.query(
    `select audience_id, created_at as created_date, updated_at as updated_date from audience_memberships
     where person_id = $1 order by created_at, audience_id`,
    [(await personOf(c)).person_id],
  )
  return Response.json(rows)
}

const membership = z.object({ audience_id: z.string(), created_date: z.iso.datetime(), updated_date: z.iso.datetime() })

export const audienceDocs = {
  list: {
    summary: 'List the audiences of the consumer, including those for eligibility',
    response: z.array(membership),
  },
} satisfies Record<string, CallDocs>
