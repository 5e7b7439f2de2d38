import { z } from 'zod'
import type { Domain } from '../../domain.js'
import { type BodyShape, parseBody } from '../../http/body.js'
import { RestError } from '../../http/rest-error.js'
import { changePerson, type PersonChanges, profileColumns } from '../../identity/change-person.js'
import { lockPair, mergePerson, type Person, personById, requirePerson } from '../../identity/person.js'
import type { CallDocs } from '../../openapi/call-docs.js'
import { type ServerContext, tokenOf } from '../server-call.js'
import { personInPath, personResponse, personSchema } from './person.js'

const body = {
  schema: z.object({ target_person_id: z.string() }).meta({ examples: [{ target_person_id: 'grace-hopper' }] }),
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
    await forward(domain, source, target)
  })
  return personResponse(c, await personById(c.env, person_id))
}

export const forwardDocs = {
  summary: 'Merge the profile of a person into another',
  description: 'The id, email and partner_user_id of the person lead to the target from then on.',
  body,
  response: personSchema,
  errors: ['person_not_found', 'invalid_parameter'],
} satisfies CallDocs

/** Tables whose rows move to the target, with the column that must stay unique per person. */
const ownedTables = { parameters: 'name', audience_memberships: 'audience_id' }

/** Merges the persons. Values of the target take precedence. */
async function forward(domain: Domain, source: Person, target: Person): Promise<void> {
  const pair = [source.person_id, target.person_id]
  await mergePerson(domain, source.person_id, target.person_id)
  for (const [table, key] of Object.entries(ownedTables))
    await domain.db.query(
      `update ${table} moved set person_id = $2 where person_id = $1
       and not exists (select 1 from ${table} own where own.person_id = $2 and own.${key} = moved.${key})`,
      pair,
    )
  await changePerson(domain, target.person_id, missingColumns(source, target))
}

/** The columns that only the source has. */
function missingColumns(source: Person, target: Person): PersonChanges {
  const names = profileColumns.filter(name => target[name] === null && source[name] !== null)
  return Object.fromEntries(names.map(name => [name, source[name]]))
}
