import { z } from 'zod'
import { findShare, listShares, share, shareFilters } from '../../events/shares.js'
import { validate } from '../../http/body.js'
import { RestError } from '../../http/rest-error.js'
import type { CallDocs } from '../../openapi/call-docs.js'
import type { ServerContext } from '../server-call.js'
import { personInPath } from './person.js'

/** `GET /v5/persons/{person_id}/shares`: newest first; filtered by `partner_share_id` and `partner_id` (specification 4.4). */
export async function listPersonShares(c: ServerContext): Promise<Response> {
  const { person_id } = await personInPath(c)
  return listShares(c.env, person_id, validate(shareFilters, c.req.query()))
}

/** `GET /v5/persons/{person_id}/shares/{share_id}`. Throws `share_not_found`, also for a share of another person. */
export async function showPersonShare(c: ServerContext): Promise<Response> {
  const { person_id } = await personInPath(c)
  const share_id = c.req.param('share_id')!
  const found = await findShare(c.env, person_id, share_id)
  if (found) return Response.json(found)
  throw new RestError('share_not_found', 'The person has no share with this id', { parameters: { share_id } })
}

export const personShareDocs = {
  list: {
    summary: 'List a person’s shares, newest first',
    query: shareFilters,
    response: z.array(share),
    errors: ['person_not_found'],
  },
  show: { summary: 'Get a share of a person', response: share, errors: ['person_not_found', 'share_not_found'] },
} satisfies Record<string, CallDocs>
