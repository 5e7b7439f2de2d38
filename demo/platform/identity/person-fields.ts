import { z } from 'zod'
import { RestError } from '../http/rest-error.js'

/** The longest `partner_user_id` and the longest email address. */
export const MAX_ID = 200

/** The longest first or last name. */
export const MAX_NAME = 50

/** An id of the brand in a request. Stores and spreadsheets write their customer numbers as numbers, too. */
export const brandId = z.union([z.string(), z.number()])

/** An id of the brand in its stored form. */
export const idText = (id: string | number): string => String(id).trim()

/** Normalizes an email address, so that `Ada@…` and `ada@…` are the same person. */
export const addressIn = (email: string): string => email.trim().toLowerCase()

/** Whether a normalized address is valid. */
export const isAddress = (email: string): boolean => z.email().max(MAX_ID).safeParse(email).success

/** Normalizes an email address. Throws `invalid_email`. */
export function checkEmail(email: string): string {
  const address = addressIn(email)
  if (isAddress(address)) return address
  throw new RestError('invalid_email', 'The email address is invalid', { parameters: { email } })
}
