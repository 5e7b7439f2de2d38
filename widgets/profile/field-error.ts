import type { Messages } from '../messages/messages.js'
import { object, text } from '../readers.js'
import type { Field } from './profile-content.js'

/** What is wrong with a field: the name of its words. */
export interface FieldFault {
  field: Field
  words: keyof Messages
}

/** What the platform refuses, by its code (specification 4.3). */
const FAULTS: Record<string, [Field, keyof Messages]> = {
  invalid_person_email: ['email', 'profile_wrong_email'],
  person_email_already_defined: ['email', 'profile_taken_email'],
  invalid_length_first_name: ['first_name', 'profile_wrong_length'],
  invalid_length_last_name: ['last_name', 'profile_wrong_length'],
  invalid_profile_picture_url: ['profile_picture_url', 'profile_wrong_picture'],
}

/** The field that a refusal is about; nothing for one that is about none. */
export function fieldFault(error: unknown): FieldFault | undefined {
  const code = text(object(error).code)
  if (!Object.hasOwn(FAULTS, code)) return undefined
  const [field, words] = FAULTS[code]!
  return { field, words }
}
