import * as z from 'zod/mini'
import { callList, optional, text } from './call.js'
import type { Connection } from './connection.js'
import { person } from './person.js'

const schema = z.looseObject({
  container: text,
  reason: text,
  shareable_id: text,
  updated_at: text,
  person: optional(person),
})

/** The tie between the consumer and `person`, the friend they brought or the advocate who brought them (specification 4.3). */
export type Referral = z.infer<typeof schema>

const PATH = '/api/v4/me/referrals'

/**
 * The friends that the consumer brought, and the advocates who brought the consumer (specification 4.3). Both calls need a verified
 * consumer and throw `scopes_denied` below that | `invalid_response` | a platform code.
 */
export const referrals = (at: Connection) => ({
  /** The friends that the consumer brought. */
  fromMe: (): Promise<Referral[]> => callList(at, schema, 'GET', `${PATH}-from-me`),

  /** The advocates who brought the consumer. */
  toMe: (): Promise<Referral[]> => callList(at, schema, 'GET', `${PATH}-to-me`),
})
