import { z } from 'zod'
import type { Domain } from '../domain.js'
import { describeOther, type OtherPersonRow, otherPerson, selectOther } from '../identity/other-person.js'

const text = z.string().nullable()

/** A share in a response (contract 5). */
export const share = z
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

export const shareFilters = z.object({
  partner_share_id: z.string().optional().describe('Your own id of the share.'),
  partner_id: z.string().optional().describe('The same as `partner_share_id`, or `name:value`.'),
})

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

/** The filtered shares of a person, newest first. */
export async function findShares(
  { db, settings }: Domain,
  personId: string,
  { partner_share_id, partner_id, share_id }: z.infer<typeof shareFilters> & { share_id?: string },
) {
  const rows = await db.query<ShareRow>(
    `select s.*, ${selectOther('f')} from shares s
     left join lateral (select visitor.* from clicks c join persons visitor on visitor.person_id in (c.person_id, c.visitor_id)
       where c.partner_share_id = s.partner_share_id and c.code = s.code and visitor.person_id <> s.person_id
         and (visitor.email is not null or visitor.partner_user_id is not null) order by c.position limit 1) f on true
     where s.person_id = $1 and ($2::text is null or share_id = $2) and ($3::text is null or partner_share_id = $3)
       and ($4::text is null or $4 in (partner_share_id, 'partner_share_id:' || partner_share_id)) order by s.position desc`,
    [personId, share_id ?? null, partner_share_id ?? null, partner_id ?? null],
  )
  return rows.map(row => describeShare(row, settings.programOrigin))
}

const describeShare = (row: ShareRow, programOrigin: string) => ({
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
