import { type ProgramContext, personOf } from '../consumer-call.js'

/** `GET /v4/me/audience-memberships`: the audiences the consumer is in, those that make them eligible among them. */
export async function listAudienceMemberships(c: ProgramContext): Promise<Response> {
  const rows = await c.env.db.query(
    `select audience_id, created_at as created_date, updated_at as updated_date from audience_memberships
     where person_id = $1 order by created_at, audience_id`,
    [(await personOf(c)).person_id],
  )
  return Response.json(rows)
}
