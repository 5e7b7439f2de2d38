import * as z from 'zod/mini'
import { call, data, id, optional, partnerId, segment, text } from './call.js'
import type { Connection } from './connection.js'
import { list } from './list.js'
import { person } from './person.js'

const schema = z.looseObject({
  share_id: id,
  campaign_id: text,
  channel: text,
  message: text,
  subject: text,
  recipients: optional(z.array(z.string())),
  recipient_email: text,
  share_date: text,
  link: text,
  shareable_id: text,
  partner_id: optional(partnerId),
  friend: optional(person),
  data: optional(data),
})

/** A link that the consumer shared. To whom, and what they wrote, only a verified one sees (specification 3.1). */
export type Share = z.infer<typeof schema>

export interface ShareFilters {
  /** The id that `share()` answered, which rides on the link. */
  partner_share_id?: string
  /** A partner's id: its value, or `name:value`. */
  partner_id?: string
}

const filters = {
  partner_share_id: ({ partner_id }: Share) => partner_id?.value ?? partner_id,
  partner_id: ({ partner_id }: Share) =>
    partner_id?.value ? [partner_id.value, `${partner_id.name}:${partner_id.value}`] : partner_id,
}

const PATH = '/api/v4/me/shares'

/** The links that the consumer shared (specification 2.3). */
export const shares = (at: Connection) => ({
  /** For an identified consumer. Throws `unknown_filter` | `invalid_response` | a platform code. */
  list: (given?: ShareFilters): Promise<Share[]> => list(at, schema, PATH, filters, given),

  /** Throws `share_not_found` | `invalid_response` | a platform code. */
  get: (share_id: string): Promise<Share> =>
    call(at, schema, 'GET', `${PATH}/${segment(share_id, 'shares.get() needs a share_id')}`),
})
