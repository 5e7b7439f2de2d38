import * as z from 'zod/mini'
import type { Client } from '../http/client.js'
import { call } from './call.js'

const schema = z.looseObject({
  id: z.string(),
  email: z.nullish(z.string()),
  first_name: z.nullish(z.string()),
  last_name: z.nullish(z.string()),
  partner_user_id: z.nullish(z.string()),
  profile_picture_url: z.nullish(z.string()),
  locale: z.nullish(z.string()),
  parameters: z.nullish(z.record(z.string(), z.unknown())),
  cookie_consent: z.nullish(z.string()),
  cookie_consent_type: z.nullish(z.string()),
  processing_consent: z.nullish(z.string()),
  processing_consent_type: z.nullish(z.string()),
})

/** The consumer's own profile. Below the level verified every private field is absent or null (specification 3.1, 4.3). */
export type Profile = z.infer<typeof schema>

export const profile = (client: Client) => ({
  /** Throws `invalid_response` | a platform code. */
  get: (): Promise<Profile> => call(client, schema, 'GET', '/api/v4/me'),
})
