import { z } from 'zod'
import { validate } from '../../http/body.js'
import { RestError } from '../../http/rest-error.js'
import { describeOther, type OtherPersonRow, otherPerson, selectOther } from '../../identity/other-person.js'
import { tokenLevel } from '../../identity/token.js'
import type { CallDocs } from '../../openapi/call-docs.js'
import { callerOf, type ProgramContext, personOf } from '../consumer-call.js'

const filters = z.object({
  partner_share_id: z.string().optional().describe('Your own id of the share.'),
  partner_id: z.string().optional().describe('The same as `partner_share_id`, or `name:value`.'),
})

/** `GET /v4/me/shares`: the shares of the consumer, filtered by `partner_share_id` and `partner_id` (specification 4.3). */
export async function listShares(c: ProgramContext): Promise<Response> {
  return Response.json(await sharesOf(c, validate(filters, c.req.query())))
}

/** `GET /v4/me/shares/{id}`. Throws `share_not_found`, also for a share of another consumer. */
export async function showShare(c: ProgramContext): Promise<Response> {
  const share_id = c.req.param('id')!
  const [share] = await sharesOf(c, { share_id })
  if (!share)
    throw new RestError('share_not_found', 'The consumer has no share with this id', { parameters: { share_id } })
  return Response.json(share)
}

async function sharesOf(c: ProgramContext, by: z.infer<typeof filters> & { share_id?: string }) {
  const rows = await c.env.db.query<ShareRow>(
    `select s.*, ${selectOther('f')} from shares s
     left join lateral (select person_id from clicks c where c.partner_share_id = s.partner_share_id and c.code = s.code
       order by position limit 1) click on true
     left join persons f on f.person_id = click.person_id and (f.email is not null or f.partner_user_id is not null)
     where s.person_id = $1 and ($2::text is null or share_id = $2) and ($3::text is null or partner_share_id = $3)
       and ($4::text is null or $4 in (partner_share_id, 'partner_share_id:' || partner_share_id)) order by s.position desc`,
    [(await personOf(c)).person_id, by.share_id ?? null, by.partner_share_id ?? null, by.partner_id ?? null],
  )
  const shares = rows.map(row => share(row, c.env.settings.programOrigin))
  return tokenLevel(callerOf(c).token) === 'verified' ? shares : shares.map(each => ({ ...each, ...withoutFriends }))
}

interface ShareRow extends Omit<OtherPersonRow, 'other_id'> {
  share_id: string
  campaign_id: string
  journey_name: string | null
  channel: string | null
  message: string | null
  subject: string | null
  recipients: string[]
  shared_at: Date
  code: string | null
  partner_share_id: string | null
  data: Record<string, unknown>
  /** Null until a known person uses the link. */
  other_id: string | null
}

/** Only a verified consumer sees the recipients of a share (specification 3.1). */
const withoutFriends = { message: null, recipients: [], recipient_email: null, friend: null, data: {} }

const share = (row: ShareRow, programOrigin: string) => ({
  share_id: row.share_id,
  campaign_id: row.campaign_id,
  journey: row.journey_name,
  channel: row.channel,
  message: row.message,
  subject: row.subject,
  recipients: row.recipients,
  recipient_email: row.recipients[0] ?? null,
  share_date: row.shared_at,
  link: linkOf(row, programOrigin),
  shareable_id: row.code,
  partner_id: row.partner_share_id ? { name: 'partner_share_id', value: row.partner_share_id } : null,
  friend: row.other_id === null ? null : describeOther({ ...row, other_id: row.other_id }),
  data: row.data,
})

function linkOf({ code, partner_share_id }: ShareRow, programOrigin: string): string | null {
  if (!code) return null
  const link = new URL(`/s/${code}`, programOrigin)
  if (partner_share_id) link.searchParams.set('partner_share_id', partner_share_id)
  return link.href
}

const text = z.string().nullable()

const shareSchema = z
  .object({
    share_id: z.string(),
    campaign_id: z.string(),
    journey: text.describe('The name of the journey. Null if the program has no journey for advocates.'),
    channel: text,
    message: text,
    subject: text,
    recipients: z.array(z.string()),
    recipient_email: text,
    share_date: z.iso.datetime(),
    link: text,
    shareable_id: text,
    partner_id: z.object({ name: z.string(), value: z.string() }).nullable(),
    friend: otherPerson.nullable(),
    data: z.record(z.string(), z.unknown()),
  })
  .meta({ id: 'Share' })

const description =
  'Only a verified consumer sees the recipients, the texts, the data and the friend of a share. For others these fields are empty.'

export const shareDocs = {
  list: {
    summary: 'List the consumer’s shares, newest first',
    description,
    query: filters,
    response: z.array(shareSchema),
  },
  show: {
    summary: 'Get one of the consumer’s shares',
    description,
    response: shareSchema,
    errors: ['share_not_found'],
  },
} satisfies Record<string, CallDocs>
