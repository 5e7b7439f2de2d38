import { z } from 'zod'
import { PRODUCTION } from '../../container.js'
import { validate } from '../../http/body.js'
import { limitOf } from '../../http/page-of.js'
import type { CallDocs } from '../../openapi/call-docs.js'
import type { ServerContext } from '../server-call.js'
import { personInPath } from './person.js'

const roles = ['ADVOCATE', 'FRIEND'] as const

/** The default size of a page (specification 8). */
const DEFAULT_LIMIT = 20

const limit = limitOf(DEFAULT_LIMIT)

const queries = {
  v4: z.object({ limit }),
  v5: z.object({
    limit,
    my_roles: z
      .string()
      .regex(/^(ADVOCATE|FRIEND)(,(ADVOCATE|FRIEND))*$/)
      .meta({
        description: 'The role of the person: an ADVOCATE has friends, a FRIEND has advocates',
        examples: ['ADVOCATE'],
      })
      .transform(text => text.split(','))
      .optional(),
  }),
}

const relationship = z.object({ my_role: z.enum(roles), other_person_id: z.string() })

/** `GET /v4/persons/{person_id}/relationships`: friends and advocates, oldest first. */
export async function listRelationships(c: ServerContext): Promise<Response> {
  const { person_id } = await personInPath(c)
  const { limit } = validate(queries.v4, c.req.query())
  return Response.json(await relationshipsOf(c, person_id, limit))
}

/** `GET /v5/persons/{person_id}/relationships`: the same, filtered by `my_roles` (specification 4.4 and 8). */
export async function listRelationshipsByRole(c: ServerContext): Promise<Response> {
  const { person_id } = await personInPath(c)
  const my_roles = c.req.queries('my_roles')?.join()
  const filters = validate(queries.v5, { ...c.req.query(), my_roles })
  return Response.json(await relationshipsOf(c, person_id, filters.limit, filters.my_roles))
}

const docs = {
  summary: 'List a person’s friends and advocates',
  response: z.array(relationship),
  errors: ['person_not_found'],
} satisfies CallDocs

export const relationshipDocs = { v4: { ...docs, query: queries.v4 }, v5: { ...docs, query: queries.v5 } }

function relationshipsOf({ env }: ServerContext, personId: string, limit: number, my_roles: readonly string[] = roles) {
  return env.db.query(
    `select my_role, other_person_id from (
       select 'ADVOCATE' as my_role, friend_id as other_person_id, position, container from referrals where advocate_id = $1
       union all
       select 'FRIEND', advocate_id, position, container from referrals where friend_id = $1
     ) ties where container = '${PRODUCTION}' and my_role = any($2)
     group by my_role, other_person_id order by min(position) limit $3`,
    [personId, my_roles, limit],
  )
}
