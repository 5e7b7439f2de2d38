import { z } from 'zod'
import { identifier } from '../../campaign/names.js'
import { audienceMembership, joinAudience, leaveAudience, membershipsOf } from '../../events/audience.js'
import { type BodyShape, parseBody } from '../../http/body.js'
import { RestError } from '../../http/rest-error.js'
import { lockPerson } from '../../identity/person.js'
import type { CallDocs } from '../../openapi/call-docs.js'
import type { ServerContext } from '../server-call.js'
import { personInPath } from './person.js'

const body = {
  schema: z.strictObject({ audience_id: identifier }).meta({ examples: [{ audience_id: 'partners' }] }),
} satisfies BodyShape

/** `GET /v5/persons/{person_id}/audience-memberships`: the audiences of a person, oldest first (specification 4.4). */
export async function listMemberships(c: ServerContext): Promise<Response> {
  return Response.json(await membershipsOf(c.env, (await personInPath(c)).person_id))
}

/** `POST /v5/persons/{person_id}/audience-memberships`: adds the person to an audience. Returns the membership. */
export async function createMembership(c: ServerContext): Promise<Response> {
  const { person_id } = await personInPath(c)
  const { audience_id } = await parseBody(c.req.raw, body)
  const membership = await c.env.db.transaction(async db => {
    const domain = { ...c.env, db }
    return joinAudience(domain, (await lockPerson(domain, person_id)).person_id, audience_id)
  })
  return Response.json(membership)
}

/** `DELETE /v5/persons/{person_id}/audience-memberships/{audience_id}`: returns the membership that ended. Throws `invalid_parameter`. */
export async function deleteMembership(c: ServerContext): Promise<Response> {
  const { person_id } = await personInPath(c)
  const audience_id = c.req.param('audience_id')!
  const membership = await leaveAudience(c.env, person_id, audience_id)
  if (membership) return Response.json(membership)
  throw new RestError('invalid_parameter', 'The person does not belong to this audience', {
    parameters: { audience_id },
  })
}

export const membershipDocs = {
  list: {
    summary: 'List the audiences of a person',
    response: z.array(audienceMembership),
    errors: ['person_not_found'],
  },
  create: {
    summary: 'Add a person to an audience',
    body,
    response: audienceMembership,
    errors: ['person_not_found'],
  },
  delete: {
    summary: 'Remove a person from an audience',
    response: audienceMembership,
    errors: ['person_not_found', 'invalid_parameter'],
  },
} satisfies Record<string, CallDocs>
