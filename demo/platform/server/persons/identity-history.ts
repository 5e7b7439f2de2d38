import { z } from 'zod'
import { identityHistoryOf, type PastIdentity } from '../../identity/identity-history.js'
import type { CallDocs } from '../../openapi/call-docs.js'
import type { ServerContext } from '../server-call.js'
import { personInPath } from './person.js'

const pastIdentity = z.object({
  identity_key: z.enum(['email', 'partner_user_id']),
  identity_key_value: z.string(),
  person_id: z
    .string()
    .describe(
      'The profile with this identity. Another id than in the path belongs to a profile that was merged into it.',
    ),
  created_date: z.iso.datetime(),
  ended_date: z.iso.datetime().nullable().describe('Null: the profile has this identity now.'),
}) satisfies z.ZodType<Omit<PastIdentity, `${string}_date`>>

/** `GET /v5/persons/{person_id}/identity-history`: every identity of a person, oldest first (specification 4.4). */
export async function listIdentityHistory(c: ServerContext): Promise<Response> {
  return Response.json(await identityHistoryOf(c.env, (await personInPath(c)).person_id))
}

export const identityHistoryDocs = {
  summary: 'List the identities that a person has and had',
  description: 'Oldest first, with the identities of the profiles that were merged into the person.',
  response: z.array(pastIdentity),
  errors: ['person_not_found'],
} satisfies CallDocs
