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

/** A referral: `person` is the friend whom the consumer has referred, or the advocate who has referred the consumer (specification 4.3). */
export type Referral = z.infer<typeof schema>

const PATH = '/api/v4/me/referrals'

/**
 * The consumer's referrals (specification 4.3). Both calls need a verified consumer. They throw `scopes_denied` below that, `invalid_response`
 * or a platform code.
 */
export const referrals = (connection: Connection) => ({
  /** The friends whom the consumer has referred. */
  fromMe: (): Promise<Referral[]> => callList(connection, schema, 'GET', `${PATH}-from-me`),

  /** The advocates who have referred the consumer. */
  toMe: (): Promise<Referral[]> => callList(connection, schema, 'GET', `${PATH}-to-me`),
})
