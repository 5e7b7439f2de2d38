import { z } from 'zod'
import { shareable, shareableFilters } from '../../consumer/shareables/shareables.js'
import { parseBody, validate } from '../../http/body.js'
import { lockPerson } from '../../identity/person.js'
import { createShareable, requireShareable, shareablesOf, updateShareable } from '../../links/shareable.js'
import { checkShareable, newShareable, shareableChange, shareableErrors } from '../../links/shareable-request.js'
import type { CallDocs } from '../../openapi/call-docs.js'
import type { ServerContext } from '../server-call.js'
import { personInPath } from './person.js'

/** `GET /v5/persons/{person_id}/shareables`: oldest first; filtered by `key` and `label` (specification 4.4). */
export async function listPersonShareables(c: ServerContext): Promise<Response> {
  const { person_id } = await personInPath(c)
  return Response.json(await shareablesOf(c.env, person_id, validate(shareableFilters, c.req.query())))
}

/** `POST /v5/persons/{person_id}/shareables`: like the call of the consumer. Returns the existing link if the key is taken. */
export async function createPersonShareable(c: ServerContext): Promise<Response> {
  const person = await personInPath(c)
  const request = await parseBody(c.req.raw, newShareable)
  checkShareable(c.env, request)
  const created = await c.env.db.transaction(async db => {
    const domain = { ...c.env, db }
    return createShareable(domain, (await lockPerson(domain, person.person_id)).person_id, request)
  })
  return Response.json(created)
}

/** `GET /v5/persons/{person_id}/shareables/{code}`. Throws `shareable_not_found`, also for a link of another person. */
export async function showPersonShareable(c: ServerContext): Promise<Response> {
  const { person_id } = await personInPath(c)
  return Response.json(await requireShareable(c.env, person_id, c.req.param('code')!))
}

/** `PUT /v5/persons/{person_id}/shareables/{code}`: changes the given fields. The code and the key stay. */
export async function updatePersonShareable(c: ServerContext): Promise<Response> {
  const { person_id } = await personInPath(c)
  const change = await parseBody(c.req.raw, shareableChange)
  checkShareable(c.env, change)
  const code = c.req.param('code')!
  const updated = await updateShareable(c.env, { person_id, code }, change)
  return Response.json(updated ?? (await requireShareable(c.env, person_id, code)))
}

export const personShareableDocs = {
  list: {
    summary: 'List a person’s links, oldest first',
    query: shareableFilters,
    response: z.array(shareable),
    errors: ['person_not_found'],
  },
  create: {
    summary: 'Create a link of a person, or get the existing link with this key',
    body: newShareable,
    response: shareable,
    errors: ['person_not_found', ...shareableErrors],
  },
  show: {
    summary: 'Get a link of a person by its code',
    response: shareable,
    errors: ['person_not_found', 'shareable_not_found'],
  },
  update: {
    summary: 'Update a link of a person',
    description: 'Fields that are not in the body stay unchanged. The code and the key of a link never change.',
    body: shareableChange,
    response: shareable,
    errors: ['person_not_found', 'shareable_not_found', ...shareableErrors],
  },
} satisfies Record<string, CallDocs>
