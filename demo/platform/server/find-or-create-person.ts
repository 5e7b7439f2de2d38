import type { Domain } from '../domain.js'
import { RestError } from '../http/rest-error.js'
import { identityIn, profileIn } from '../identity/identity-in-data.js'
import {
  completeProfile,
  createPerson,
  findPerson,
  findPersonByIdentity,
  type Identity,
  lockPerson,
  type Person,
  requirePerson,
} from '../identity/person.js'

interface FoundPerson {
  personId: string
  /** The person did not exist before. */
  isNew: boolean
}

/**
 * Finds the person of event or zone data: by `person_id`, or by email or partner_user_id. Creates the person if the identity is new (specification
 * 4.4), and completes the profile of one who is known. Runs in a transaction. Throws `person_not_found`, `invalid_parameter` and what `identityIn` throws.
 */
export async function findOrCreatePerson(domain: Domain, data: Record<string, unknown>): Promise<FoundPerson> {
  const profile = profileIn(data)
  const { person_id: id } = data
  const known = typeof id === 'string' ? await requirePerson(domain, id) : await findNamedPerson(domain, data)
  if (known) return { personId: await complete(domain, known, profile), isNew: false }
  if (!profile.email && !profile.partner_user_id)
    throw new RestError('invalid_parameter', 'The data must have an email, partner_user_id or person_id')
  return { personId: (await createPerson(domain, profile)).person_id, isNew: true }
}

async function complete(domain: Domain, known: Person, profile: Identity): Promise<string> {
  if (!Object.values(profile).some(Boolean)) return known.person_id
  const { person_id } = await lockPerson(domain, known.person_id)
  await completeProfile(domain, person_id, profile)
  return person_id
}

/** Finds the person of event data without creating one. Throws what `identityIn` throws. */
export async function findNamedPerson(domain: Domain, data: Record<string, unknown>): Promise<Person | undefined> {
  if (typeof data.person_id === 'string') return findPerson(domain, data.person_id)
  const identity = identityIn(data)
  return identity && findPersonByIdentity(domain, identity)
}

/** Whether the data identifies a person. Throws what `identityIn` throws. */
export const identifiesPerson = (data: Record<string, unknown>): boolean =>
  typeof data.person_id === 'string' || identityIn(data) !== undefined
