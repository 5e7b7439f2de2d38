import * as z from 'zod/mini'
import { call, change, data, id, openEnum, optional, text, throwIfFailed } from './call.js'
import type { Connection } from './connection.js'

/** The fields that a consumer may change. */
const changeable = {
  email: text,
  first_name: text,
  last_name: text,
  partner_user_id: text,
  profile_picture_url: text,
  cookie_consent: optional(openEnum<'granted' | 'denied'>()),
  processing_consent: optional(openEnum<'granted' | 'denied'>()),
} satisfies Record<keyof ProfileChanges, unknown>

const schema = z.looseObject({
  ...changeable,
  id: text,
  locale: text,
  parameters: optional(data),
  cookie_consent_type: optional(openEnum<'CLIENT' | 'UNSET'>()),
  processing_consent_type: optional(openEnum<'CLIENT' | 'UNSET'>()),
})

/** The consumer's own profile. Below the level verified, private fields are missing or null (specification 3.1, 4.3). */
export type Profile = z.infer<typeof schema>

/** The fields that a consumer may change. Missing fields do not change. */
export interface ProfileChanges {
  email?: string | undefined
  first_name?: string | undefined
  last_name?: string | undefined
  partner_user_id?: string | undefined
  profile_picture_url?: string | undefined
  cookie_consent?: 'granted' | 'denied' | undefined
  processing_consent?: 'granted' | 'denied' | undefined
}

const PATH = '/api/v4/me'

const changeAnswer = z.looseObject({ status: id })

/** The consumer's profile (specification 4.3). */
export const profile = (connection: Connection) => ({
  /**
   * With the option `jwt`, proves the consumer first. Without it, the profile of an anonymous consumer is an id, and that of an identified one has
   * the first name. Throws `invalid_response`, a platform code, or what the proof throws.
   */
  get: (): Promise<Profile> => call(connection, schema, 'GET', PATH),

  /**
   * Needs a verified consumer. Throws `scopes_denied` below that, `invalid_person_email`, `person_email_already_defined`,
   * `partner_user_id_already_defined`, `partner_user_id_invalid_length`, `invalid_length_first_name`, `invalid_length_last_name`,
   * `invalid_profile_picture_url` or another platform code, and `invalid_value` if the platform answers that the change has failed.
   */
  async update(changes: ProfileChanges): Promise<Partial<z.infer<typeof changeAnswer>>> {
    connection.calls.checkKeys('profile.update()', changes, Object.keys(changeable))
    const answer = (await change(connection, changeAnswer, 'POST', PATH, changes)) ?? {}
    throwIfFailed('profile.update()', answer)
    return answer
  },
})
