import { z } from 'zod'
import { mergePersons } from '../../events/merge-persons.js'
import { type BodyShape, parseBody } from '../../http/body.js'
import { RestError } from '../../http/rest-error.js'
import { lockPair, personById, requirePerson } from '../../identity/person.js'
import type { CallDocs } from '../../openapi/call-docs.js'
import { type ServerContext, tokenOf } from '../server-call.js'
import { personInPath, personResponse, personSchema } from './person.js'

const body = {
  schema: z.strictObject({ target_person_id: z.string() }).meta({ examples: [{ target_person_id: 'grace-hopper' }] }),
} satisfies BodyShape

/**
 * `POST /v5/persons/{person_id}/forward`: merges the profile into that of the target. Its id, email and
 * partner_user_id lead to the target from then on. Returns the target (specification 4.4). Throws `person_not_found`, and
 * `invalid_parameter` if both are already the same person, and `access_denied` with a RESOURCE token.
 */
export async function forwardPerson(c: ServerContext): Promise<Response> {
  if (tokenOf(c).resource_type)
    throw new RestError('access_denied', 'A token for one person cannot merge that person into another one')
  const person = await personInPath(c)
  const { target_person_id } = await parseBody(c.req.raw, body)
  const { person_id } = await requirePerson(c.env, target_person_id)
  await c.env.db.transaction(async db => {
    const domain = { ...c.env, db }
    const [source, target] = await lockPair(domain, person.person_id, person_id)
    if (source.person_id === target.person_id)
      throw new RestError('invalid_parameter', 'Both ids already belong to the same person', {
        parameters: { target_person_id },
      })
    await mergePersons(domain, source, target, true)
  })
  return personResponse(c, await personById(c.env, person_id))
}

export const forwardDocs = {
  summary: 'Merge the profile of a person into another',
  description:
    'The id, email and partner_user_id of the person lead to the target from then on, and everything else moves to the target. Of rewards that can exist once, one stays; a second one that is not fulfilled is canceled with the message `merged`. Blocks of both stay, as does the stricter consent.',
  body,
  response: personSchema,
  errors: ['person_not_found', 'invalid_parameter'],
} satisfies CallDocs
