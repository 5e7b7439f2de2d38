import { z } from 'zod'
import { RestError } from '../http/rest-error.js'
import type { Identity } from './person.js'
import { brandId, checkEmail, idText, MAX_ID, MAX_NAME } from './person-fields.js'

const name = z.string().trim().min(1).max(MAX_NAME).optional().catch(undefined)
const email = z.string().trim().min(1).optional().catch(undefined)
const id = brandId
  .transform(value => idText(value) || undefined)
  .optional()
  .catch(undefined)
const identityData = z.object({ email, partner_user_id: id, first_name: name, last_name: name })

/**
 * The identity in the data of an event or zone, if any (specification 3.1). Throws `invalid_email` and `partner_user_id_invalid_length`: a claim
 * that is left out silently would leave the consumer anonymous.
 */
export function identityIn(data: Record<string, unknown>): Identity | undefined {
  const profile = profileIn(data)
  return profile.email || profile.partner_user_id ? profile : undefined
}

/** The keys and names of a person in the data of an event or zone. Throws what `identityIn` throws. */
export function profileIn(data: Record<string, unknown>): Identity {
  const profile = identityData.parse(data)
  if (profile.email) profile.email = checkEmail(profile.email)
  if ((profile.partner_user_id?.length ?? 0) > MAX_ID)
    throw new RestError('partner_user_id_invalid_length', `A partner_user_id must have 1 to ${MAX_ID} characters`)
  return profile
}
