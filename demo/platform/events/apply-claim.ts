import type { Domain } from '../domain.js'
import { RestError } from '../http/rest-error.js'
import { blockTypes, checkEventsOf, isBlocked } from '../identity/block.js'
import type { Claim } from '../identity/claim.js'
import {
  completeProfile,
  createPerson,
  findPersonByIdentity,
  type Identity,
  isAnonymous,
  lockPair,
  lockPerson,
  type Person,
  setIdentity,
} from '../identity/person.js'
import type { ConsumerClaims, Token } from '../identity/token.js'
import { mergePersons } from './merge-persons.js'

/**
 * Finds or creates the person of a claim, and merges the anonymous person of `token` into it. If `token` belongs to
 * another known person, the result has a new device id. Runs in a transaction. Throws `access_denied` (`checkBlocks`).
 */
export async function applyClaim(
  domain: Domain,
  claim: Claim,
  token?: Token,
): Promise<Pick<ConsumerClaims, 'personId' | 'deviceId'>> {
  const { identity, level } = claim
  const known = await findPersonByIdentity(domain, identity)
  const [current, person] = await lockBoth(domain, token?.identity_id, known?.person_id)
  checkBlocks(claim, current, person)
  if (person && level === 'verified') await completeProfile(domain, person.person_id, identity)
  const deviceId = token?.device_id ?? undefined
  if (current && current.person_id === person?.person_id) return { personId: person.person_id, deviceId }
  const first = level === 'verified' ? identity : withOneKey(identity)
  if (!current || !isAnonymous(current)) {
    const { person_id } = person ?? (await createPerson(domain, first))
    return { personId: person_id, deviceId: undefined }
  }
  if (person) await mergePersons(domain, current, person, claim.isProven)
  else await setIdentity(domain, current.person_id, first)
  return { personId: (person ?? current).person_id, deviceId }
}

/**
 * Refuses a claim that could pass a block on, and that of an event which will be refused. A merge keeps the blocks of both persons: with an
 * unproven claim a blocked device could block anybody whose email it knows. Throws `access_denied`.
 */
function checkBlocks({ isProven, isOfEvent }: Claim, current: Person | undefined, person: Person | undefined): void {
  const device = current && isAnonymous(current) ? current : undefined
  if (isOfEvent) for (const each of [device, person]) if (each) checkEventsOf(each)
  const isMerge = device && person && device.person_id !== person.person_id
  if (isMerge && !isProven && blockTypes.some(type => isBlocked(device, type)))
    throw new RestError('access_denied', 'A blocked consumer cannot become another person without a proof')
}

/** Locks the person of a token and the person of a claim, as far as there are such persons. */
async function lockBoth(
  domain: Domain,
  currentId?: string,
  knownId?: string,
): Promise<[current: Person | undefined, known: Person | undefined]> {
  if (currentId !== undefined && knownId !== undefined) return lockPair(domain, currentId, knownId)
  return [
    currentId === undefined ? undefined : await lockPerson(domain, currentId),
    knownId === undefined ? undefined : await lockPerson(domain, knownId),
  ]
}

/**
 * Keeps only one key of an unproven claim. With two keys an attacker could combine their own email address with the
 * customer number of somebody else, verify the address, and read that person's data.
 */
const withOneKey = ({ email, partner_user_id, ...names }: Identity): Identity =>
  email ? { ...names, email } : { ...names, partner_user_id }
