import * as z from 'zod/mini'
import { callList, id, text } from './call.js'
import type { Connection } from './connection.js'

const schema = z.looseObject({
  audience_id: id,
  created_date: text,
  updated_date: text,
})

/** An audience that the consumer is in; those that make them eligible are among them (specification 4.3). */
export type AudienceMembership = z.infer<typeof schema>

/** The audiences that the consumer is in (specification 4.3). */
export const audienceMemberships = (at: Connection) => ({
  /** For an identified consumer. Throws `scopes_denied` below that | `invalid_response` | a platform code. */
  list: (): Promise<AudienceMembership[]> => callList(at, schema, 'GET', '/api/v4/me/audience-memberships'),
})
