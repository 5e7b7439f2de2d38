import { z } from 'zod'
import { findShares, share, shareFilters } from '../../events/shares.js'
import { validate } from '../../http/body.js'
import { RestError } from '../../http/rest-error.js'
import { tokenLevel } from '../../identity/token.js'
import type { CallDocs } from '../../openapi/call-docs.js'
import { callerOf, type ProgramContext, personOf } from '../consumer-call.js'

/** `GET /v4/me/shares`: the shares of the consumer, filtered by `partner_share_id` and `partner_id` (specification 4.3). */
export async function listShares(c: ProgramContext): Promise<Response> {
  return Response.json(await sharesOf(c, validate(shareFilters, c.req.query())))
}

/** `GET /v4/me/shares/{id}`. Throws `share_not_found`, also for a share of another consumer. */
export async function showShare(c: ProgramContext): Promise<Response> {
  const share_id = c.req.param('id')!
  const [found] = await sharesOf(c, { share_id })
  if (!found)
    throw new RestError('share_not_found', 'The consumer has no share with this id', { parameters: { share_id } })
  return Response.json(found)
}

async function sharesOf(c: ProgramContext, filters: z.infer<typeof shareFilters> & { share_id?: string }) {
  const shares = await findShares(c.env, (await personOf(c)).person_id, filters)
  return tokenLevel(callerOf(c).token) === 'verified' ? shares : shares.map(each => ({ ...each, ...withoutFriends }))
}

/** Only a verified consumer sees the recipients of a share (specification 3.1). */
const withoutFriends = { message: null, recipients: [], recipient_email: null, friend: null, data: {} }

const description =
  'Only a verified consumer sees the recipients, the texts, the data and the friend of a share. For others these fields are empty.'

export const shareDocs = {
  list: {
    summary: 'List the consumer’s shares, newest first',
    description,
    query: shareFilters,
    response: z.array(share),
  },
  show: {
    summary: 'Get one of the consumer’s shares',
    description,
    response: share,
    errors: ['share_not_found'],
  },
} satisfies Record<string, CallDocs>
