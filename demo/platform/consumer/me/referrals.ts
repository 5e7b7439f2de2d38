import { z } from 'zod'
import { PRODUCTION } from '../../container.js'
import { LIST_PAGE, listResponse, pagesOf } from '../../http/list-response.js'
import { describeOther, type OtherPersonRow, otherPerson, selectOther } from '../../identity/other-person.js'
import type { CallDocs } from '../../openapi/call-docs.js'
import { type ProgramContext, personOf } from '../consumer-call.js'

/** `GET /v4/me/referrals-from-me`: the friends that the consumer referred. */
export const listReferralsFromMe = (c: ProgramContext) => listReferrals(c, 'advocate_id', 'friend_id')

/** `GET /v4/me/referrals-to-me`: the advocates who referred the consumer. */
export const listReferralsToMe = (c: ProgramContext) => listReferrals(c, 'friend_id', 'advocate_id')

type Side = 'advocate_id' | 'friend_id'

async function listReferrals(c: ProgramContext, mine: Side, theirs: Side): Promise<Response> {
  const { person_id } = await personOf(c)
  const read = (last: ReferralRow | undefined) =>
    c.env.db.query<ReferralRow>(
      `select r.container, r.reason, r.code, r.updated_at, r.position, r.updated_at::text as exact_time, ${selectOther('p')}
       from referrals r join persons p on p.person_id = r.${theirs} where r.${mine} = $1 and container = '${PRODUCTION}'
         and not exists (select 1 from referrals newer where newer.advocate_id = r.advocate_id and newer.friend_id = r.friend_id
           and newer.container = r.container and (newer.updated_at, newer.position) > (r.updated_at, r.position))
         and ($2::timestamptz is null or (r.updated_at, r.position) < ($2, $3::bigint))
       order by r.updated_at desc, r.position desc limit ${LIST_PAGE}`,
      [person_id, last?.exact_time ?? null, last?.position ?? null],
    )
  return listResponse(pagesOf(read), rows => rows.map(referral))
}

interface ReferralRow extends OtherPersonRow {
  position: number
  exact_time: string
  container: string
  reason: string
  code: string | null
  updated_at: Date
}

const referral = (row: ReferralRow) => ({
  container: row.container,
  reason: row.reason,
  shareable_id: row.code,
  updated_at: row.updated_at,
  person: describeOther(row),
})

const referrals = z.array(
  z
    .object({
      container: z.string(),
      reason: z.string(),
      shareable_id: z.string().nullable(),
      updated_at: z.iso.datetime(),
      person: otherPerson,
    })
    .meta({ id: 'Referral' }),
)

export const referralDocs = {
  fromMe: { summary: 'List the friends that the consumer referred, newest first', response: referrals },
  toMe: { summary: 'List the advocates who referred the consumer', response: referrals },
} satisfies Record<string, CallDocs>
