import * as z from 'zod/mini'
import { call, data, done, open, optional, text } from './call.js'
import type { Connection } from './connection.js'

const schema = z.looseObject({
  id: text,
  email: text,
  first_name: text,
  last_name: text,
  partner_user_id: text,
  profile_picture_url: text,
  locale: text,
  parameters: optional(data),
  cookie_consent: optional(open<'granted' | 'denied'>()),
  cookie_consent_type: optional(open<'CLIENT' | 'UNSET'>()),
  processing_consent: optional(open<'granted' | 'denied'>()),
  processing_consent_type: optional(open<'CLIENT' | 'UNSET'>()),
})

/** The consumer's own profile. Below the level verified every private field is absent or null (specification 3.1, 4.3). */
export type Profile = z.infer<typeof schema>

/** What a consumer may change. Fields left out stay as they are. */
export interface ProfileChanges {
  email?: string
  first_name?: string
  last_name?: string
  partner_user_id?: string
  profile_picture_url?: string
  cookie_consent?: 'granted' | 'denied'
  processing_consent?: 'granted' | 'denied'
}

const changed = done(z.looseObject({ status: text }))

/** The consumer's profile (specification 4.3). */
export const profile = (at: Connection) => ({
  /** Throws `invalid_response` | a platform code. */
  get: (): Promise<Profile> => call(at, schema, 'GET', '/api/v4/me'),

  /** For a verified consumer. Throws `scopes_denied` below that | `invalid_person_email`, `person_email_already_defined` … | a platform code. */
  update: (changes: ProfileChanges): Promise<z.infer<typeof changed>> =>
    call(at, changed, 'POST', '/api/v4/me', changes),
})
