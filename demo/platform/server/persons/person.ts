import { z } from 'zod'
import { partnerIdsOfPersons } from '../../events/partner-ids.js'
import { type Person, requirePerson } from '../../identity/person.js'
import { clientOf } from '../client.js'
import type { ServerContext } from '../server-call.js'

/** A person in a response to the brand's backend (specification 2.3). */
export const personSchema = z
  .object({
    id: z.string(),
    identity_key: z.enum(['email', 'partner_user_id']),
    identity_key_value: z.string().nullable(),
    email: z.string().nullable(),
    partner_user_id: z.string().nullable(),
    first_name: z.string().nullable(),
    last_name: z.string().nullable(),
    profile_picture_url: z.string().nullable(),
    locale: z.string().nullable(),
    partner_keys: z
      .array(z.object({ name: z.string(), value: z.string() }))
      .describe('Your own ids from the newest event that has each of them.'),
    version: z.int(),
    created_date: z.iso.datetime(),
  })
  .meta({ id: 'Person' })

/**
 * Finds the person in the path. The id of a merged person leads to the target (specification 4.4). Throws
 * `person_not_found`.
 */
export const personInPath = (c: ServerContext): Promise<Person> => requirePerson(c.env, c.req.param('person_id')!)

export async function describePersons(c: ServerContext, persons: Person[]): Promise<z.infer<typeof personSchema>[]> {
  const { identity_key } = await clientOf(c)
  const partnerIds = await partnerIdsOfPersons(
    c.env,
    persons.map(({ person_id }) => person_id),
  )
  return persons.map(person => ({
    id: person.person_id,
    identity_key,
    identity_key_value: person[identity_key],
    email: person.email,
    partner_user_id: person.partner_user_id,
    first_name: person.first_name,
    last_name: person.last_name,
    profile_picture_url: person.profile_picture_url,
    locale: person.locale,
    partner_keys: partnerIds.get(person.person_id) ?? [],
    version: person.version,
    created_date: person.created_at.toISOString(),
  }))
}

/** The response of a call about one person. */
export async function personResponse(c: ServerContext, person: Person): Promise<Response> {
  const [described] = await describePersons(c, [person])
  return Response.json(described)
}
