import { z } from 'zod'
import type { CallDocs } from '../../openapi/call-docs.js'
import { type ProgramContext, personOf } from '../consumer-call.js'

/** `GET /v4/me/referrals-from-me`: the friends the consumer brought. */
export const listReferralsFromMe = (c: ProgramContext) => listReferrals(c, 'advocate_id', 'friend_id')

/** `GET /v4/me/referrals-to-me`: the advocates who brought the consumer. */
export const listReferralsToMe = (c: ProgramContext) => listReferrals(c, 'friend_id', 'advocate_id')

type Side = 'advocate_id' | 'friend_id'

async function listReferrals(c: ProgramContext, mine: Side, theirs: Side): Promise<Response> {
  const { person_id } = await personOf(c)
  const rows = await c.env.db.query<ReferralRow>(
    `select r.container, r.reason, r.code, r.updated_at, p.person_id, p.first_name, p.profile_picture_url,
       coalesce((select jsonb_object_agg(name, value) from parameters where person_id = p.person_id and type = 'PUBLIC'), '{}')
         as parameters
     from referrals r join persons p on p.person_id = r.${theirs} where r.${mine} = $1 order by r.updated_at desc`,
    [person_id],
  )
  return Response.json(rows.map(referral))
}

interface ReferralRow {
  container: string
  reason: string
  code: string | null
  updated_at: Date
  person_id: string
  first_name: string | null
  profile_picture_url: string | null
  parameters: Record<string, unknown>
}

/** What a consumer may know of the other one: first name, picture, and what was made public. */
const referral = (row: ReferralRow) => ({
  container: row.container,
  reason: row.reason,
  shareable_id: row.code,
  updated_at: row.updated_at,
  person: {
    id: row.person_id,
    first_name: row.first_name,
    image_url: row.profile_picture_url,
    parameters: row.parameters,
  },
})

const referrals = z.array(
  z
    .object({
      container: z.string(),
      reason: z.string(),
      shareable_id: z.string().nullable(),
      updated_at: z.iso.datetime(),
      person: z.object({
        id: z.string(),
        first_name: z.string().nullable(),
        image_url: z.string().nullable(),
        parameters: z.record(z.string(), z.unknown()).describe('What they made public.'),
      }),
    })
    .meta({ id: 'Referral' }),
)

export const referralDocs = {
  fromMe: { summary: 'List the friends the consumer brought, the last one first', answers: referrals },
  toMe: { summary: 'List the advocates who brought the consumer', answers: referrals },
} satisfies Record<string, CallDocs>
