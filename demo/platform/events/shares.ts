import { z } from 'zod'
import type { Domain } from '../domain.js'
import { LIST_PAGE, listResponse, pagesOf } from '../http/list-response.js'
import { describeOther, type OtherPersonRow, otherPerson, selectOther } from '../identity/other-person.js'
import { isKnownInSql } from '../identity/person.js'
import { linkAddress } from '../links/shareable.js'

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

export interface ShareRow extends Omit<OtherPersonRow, 'other_id'> {
  position: number
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

type Filters = z.infer<typeof shareFilters> & { share_id?: string }

/** Responds with the filtered shares of a person, newest first. `visible` returns what the caller may see of a share. */
export const listShares = (
  domain: Domain,
  personId: string,
  filters: Filters,
  visible: (share: DescribedShare) => DescribedShare = each => each,
): Promise<Response> =>
  listResponse(
    pagesOf<ShareRow>(last => findShareRows(domain, personId, filters, last)),
    rows => rows.map(row => visible(describeShare(row, domain.settings.programOrigin))),
  )

/** A share of a person. */
export async function findShare(
  domain: Domain,
  personId: string,
  share_id: string,
): Promise<DescribedShare | undefined> {
  const [row] = await findShareRows(domain, personId, { share_id })
  return row && describeShare(row, domain.settings.programOrigin)
}

function findShareRows(
  { db }: Domain,
  personId: string,
  { partner_share_id, partner_id, share_id }: Filters,
  last?: ShareRow,
): Promise<ShareRow[]> {
  return db.query<ShareRow>(
    `select s.*, ${selectOther('f')} from (
       select * from shares
       where person_id = $1 and ($2::text is null or share_id = $2) and ($3::text is null or partner_share_id = $3)
         and ($4::text is null or $4 in (partner_share_id, 'partner_share_id:' || partner_share_id))
         and ($5::bigint is null or position < $5) order by position desc limit ${LIST_PAGE}) s
     left join lateral (select visitor.* from clicks c join persons visitor on visitor.person_id in (c.person_id, c.visitor_id)
       where c.partner_share_id = s.partner_share_id and c.code = s.code and visitor.person_id <> s.person_id
         and ${isKnownInSql('visitor')} order by c.position limit 1) f on true
     order by s.position desc`,
    [personId, share_id ?? null, partner_share_id ?? null, partner_id ?? null, last?.position ?? null],
  )
}

type DescribedShare = ReturnType<typeof describeShare>

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
  link: row.code && linkAddress(programOrigin, row.code, row.partner_share_id),
  shareable_id: row.code,
  partner_id: row.partner_share_id ? { name: 'partner_share_id', value: row.partner_share_id } : null,
  friend: row.other_id === null ? null : describeOther({ ...row, other_id: row.other_id }),
  data: row.data,
})
