import * as z from 'zod/mini'
import { call, data, id, optional, partnerId, pathSegment, string, text } from './call.js'
import type { Connection } from './connection.js'
import { list } from './list.js'
import { person } from './person.js'

const schema = z.looseObject({
  share_id: id,
  campaign_id: text,
  /** The name of the journey that the share belongs to. */
  journey: text,
  channel: text,
  message: text,
  subject: text,
  recipients: optional(z.array(string)),
  recipient_email: text,
  share_date: text,
  link: text,
  shareable_id: text,
  partner_id: optional(partnerId),
  friend: optional(person),
  data: optional(data),
})

/** A link that the consumer has shared. Only a verified consumer sees the recipients and the message (specification 3.1). */
export type Share = z.infer<typeof schema>

export interface ShareFilters {
  /** The id in the result of `share()`. The shared link contains it. */
  partner_share_id?: string | undefined
  /** A partner's id: its value, or `name:value`. */
  partner_id?: string | undefined
}

const filters = {
  // The `partner_id` of a share may be another id.
  partner_share_id: ({ partner_id }: Share) =>
    partner_id && (partner_id.name === 'partner_share_id' ? partner_id.value : undefined),
  partner_id: ({ partner_id }: Share) =>
    partner_id?.value ? [partner_id.value, `${partner_id.name}:${partner_id.value}`] : partner_id,
}

const PATH = '/api/v4/me/shares'

/** The links that the consumer has shared (specification 2.3). */
export const shares = (connection: Connection) => ({
  /** Needs an identified consumer. Throws `scopes_denied` below that, `unknown_filter`, `invalid_response` or a platform code. */
  list: (given?: ShareFilters): Promise<Share[]> => list(connection, schema, PATH, filters, given),

  /** Throws `scopes_denied` below identified, `share_not_found`, `invalid_response` or a platform code. */
  get: (share_id: string): Promise<Share> =>
    call(connection, schema, 'GET', `${PATH}/${pathSegment(share_id, 'shares.get() needs an id')}`),
})
