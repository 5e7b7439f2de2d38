import * as z from 'zod/mini'
import { callList, id, text } from './call.js'
import type { Connection } from './connection.js'

const schema = z.looseObject({
  audience_id: id,
  created_date: text,
  updated_date: text,
})

/** An audience to which the consumer belongs. Audiences also decide for what a consumer is eligible (specification 4.3). */
export type AudienceMembership = z.infer<typeof schema>

/** The audiences that the consumer is in (specification 4.3). */
export const audienceMemberships = (connection: Connection) => ({
  /** Needs an identified consumer. Throws `scopes_denied` below that, `invalid_response` or a platform code. */
  list: (): Promise<AudienceMembership[]> => callList(connection, schema, 'GET', '/api/v4/me/audience-memberships'),
})
