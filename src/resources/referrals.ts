import * as z from 'zod/mini'
import { type Connection, call } from './call.js'
import { person } from './person.js'

const schema = z.looseObject({
  container: z.string(),
  reason: z.string(),
  shareable_id: z.nullish(z.string()),
  updated_at: z.string(),
  person,
})

/** The tie between the consumer and `person`, the friend they brought or the advocate who brought them (specification 4.3). */
export type Referral = z.infer<typeof schema>

const PATH = '/api/v4/me/referrals'

/** Both are for a verified consumer. They throw `scopes_denied` below that | `invalid_response` | a platform code. */
export const referrals = (at: Connection) => ({
  /** The friends that the consumer brought. */
  fromMe: (): Promise<Referral[]> => call(at, z.array(schema), 'GET', `${PATH}-from-me`),

  /** The advocates who brought the consumer. */
  toMe: (): Promise<Referral[]> => call(at, z.array(schema), 'GET', `${PATH}-to-me`),
})
