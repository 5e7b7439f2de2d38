import { z } from 'zod'
import type { Domain } from '../domain.js'
import { mergePersons } from '../events/merge-persons.js'
import { RestError } from '../http/rest-error.js'
import { blockTypes, checkEventsOf, isBlocked } from './block.js'
import type { Caller } from './caller.js'
import { isAtLeast, type Level } from './level.js'
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
} from './person.js'
import { addressIn, brandId, idText, isAddress, MAX_ID, MAX_NAME } from './person-fields.js'
import { type ConsumerClaims, issueAfter, rotate, type Token, tokenLevel } from './token.js'

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
  const identity = identityData.parse(data)
  if (identity.email) identity.email = checkEmail(identity.email)
  if ((identity.partner_user_id?.length ?? 0) > MAX_ID)
    throw new RestError('partner_user_id_invalid_length', `A partner_user_id must have 1 to ${MAX_ID} characters`)
  return identity.email || identity.partner_user_id ? identity : undefined
}

/** Normalizes an email address. Throws `invalid_email`. */
export function checkEmail(email: string): string {
  const address = addressIn(email)
  if (isAddress(address)) return address
  throw new RestError('invalid_email', 'The email address is invalid', { parameters: { email } })
}

/** An identity that a request claims. */
export interface Claim {
  identity: Identity
  level: Exclude<Level, 'anonymous'>
  /** Whether a JWT proves the identity. It may give the lower level. */
  isProven: boolean
  /** Whether it is the claim of an event, which is refused if a person is blocked for events. */
  isOfEvent?: boolean
}

/**
 * Binds a caller to the person of a claim. Returns the caller with the current token, which is new if the person or level
 * changed. A claim never lowers the level for the same person and never changes an existing profile. A claim of another
 * person gets a new device id, and the previous token stays valid: events of the previous person may still need it.
 */
export async function bindIdentity(domain: Domain, caller: Caller, claim: Claim): Promise<Caller> {
  const { token } = caller
  const { personId, deviceId } = await resolvePerson(domain, claim, token)
  if (personId === token.identity_id && isAtLeast(tokenLevel(token), claim.level)) return caller
  const next = deviceId === undefined ? issueAfter : rotate
  return { ...caller, token: await next(domain, token, { personId, level: claim.level, deviceId }) }
}

/**
 * Finds or creates the person of a claim, and merges the anonymous person of `token` into it. If `token` belongs to
 * another known person, the result has a new device id. Runs in a transaction. Throws `access_denied` (`checkBlocks`).
 */
export async function resolvePerson(
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
