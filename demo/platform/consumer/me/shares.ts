import { z } from 'zod'
import { findShare, listShares as listSharesOf, share, shareFilters } from '../../events/shares.js'
import { validate } from '../../http/body.js'
import { RestError } from '../../http/rest-error.js'
import { tokenLevel } from '../../identity/token.js'
import type { CallDocs } from '../../openapi/call-docs.js'
import { callerOf, type ProgramContext, personOf } from '../consumer-call.js'

/** `GET /v4/me/shares`: the shares of the consumer, filtered by `partner_share_id` and `partner_id` (specification 4.3). */
export async function listShares(c: ProgramContext): Promise<Response> {
  const { person_id } = await personOf(c)
  return listSharesOf(c.env, person_id, validate(shareFilters, c.req.query()), visibleTo(c))
}

/** `GET /v4/me/shares/{id}`. Throws `share_not_found`, also for a share of another consumer. */
export async function showShare(c: ProgramContext): Promise<Response> {
  const share_id = c.req.param('id')!
  const found = await findShare(c.env, (await personOf(c)).person_id, share_id)
  if (!found)
    throw new RestError('share_not_found', 'The consumer has no share with this id', { parameters: { share_id } })
  return Response.json(visibleTo(c)(found))
}

/** Only a verified consumer sees the recipients of a share (specification 3.1). */
function visibleTo(c: ProgramContext): (share: Share) => Share {
  const isVerified = tokenLevel(callerOf(c).token) === 'verified'
  return share => (isVerified ? share : { ...share, ...withoutFriends })
}

type Share = NonNullable<Awaited<ReturnType<typeof findShare>>>

const withoutFriends = { subject: null, message: null, recipients: [], recipient_email: null, friend: null, data: {} }

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
