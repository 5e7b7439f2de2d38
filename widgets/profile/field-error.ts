import type { Messages } from '../messages/messages.js'
import { readObject, readText } from '../readers.js'
import type { Field } from './profile-content.js'

export interface FieldError {
  field: Field
  /** The key of the message that says what is wrong. */
  message: keyof Messages
}

/** The platform's error codes for a field (specification 4.3). */
const FIELD_ERRORS: Record<string, FieldError> = {
  invalid_person_email: { field: 'email', message: 'profile_wrong_email' },
  person_email_already_defined: { field: 'email', message: 'profile_taken_email' },
  invalid_length_first_name: { field: 'first_name', message: 'profile_wrong_length' },
  invalid_length_last_name: { field: 'last_name', message: 'profile_wrong_length' },
  invalid_profile_picture_url: { field: 'profile_picture_url', message: 'profile_wrong_picture' },
}

/** Finds the field that an error is about. Returns undefined for any other error. */
export function fieldError(error: unknown): FieldError | undefined {
  const code = readText(readObject(error).code)
  return Object.hasOwn(FIELD_ERRORS, code) ? FIELD_ERRORS[code] : undefined
}
