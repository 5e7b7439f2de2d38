import * as z from 'zod/mini'
import { type Connection, call, data, partnerId, segment } from './call.js'
import { list } from './list.js'
import { person } from './person.js'

const schema = z.looseObject({
  share_id: z.string(),
  campaign_id: z.string(),
  channel: z.nullish(z.string()),
  message: z.nullish(z.string()),
  subject: z.nullish(z.string()),
  recipients: z.array(z.string()),
  recipient_email: z.nullish(z.string()),
  share_date: z.string(),
  link: z.nullish(z.string()),
  shareable_id: z.nullish(z.string()),
  partner_id: z.nullish(partnerId),
  friend: z.nullish(person),
  data: z.nullish(data),
})

/** A link that the consumer shared. To whom, and what they wrote, only a verified one sees (specification 3.1). */
export type Share = z.infer<typeof schema>

export interface ShareFilters {
  /** The id that `share()` answered, which rides on the link. */
  partner_share_id?: string
  partner_id?: string
}

const partner = ({ partner_id }: Share) => partner_id?.value ?? partner_id
const filters = { partner_share_id: partner, partner_id: partner }

const PATH = '/api/v4/me/shares'

export const shares = (at: Connection) => ({
  /** For an identified consumer. Throws `unknown_filter` | `invalid_response` | a platform code. */
  list: (given?: ShareFilters): Promise<Share[]> => list(at, schema, PATH, filters, given),

  /** Throws `share_not_found` | `invalid_response` | a platform code. */
  get: (share_id: string): Promise<Share> => call(at, schema, 'GET', `${PATH}/${segment(share_id)}`),
})
