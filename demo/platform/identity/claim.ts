import { z } from 'zod'
import type { Domain } from '../domain.js'
import { RestError } from '../http/rest-error.js'
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
  mergePerson,
  setIdentity,
} from './person.js'
import { type ConsumerClaims, issueAfter, rotate, type Token, tokenLevel } from './token.js'

const text = z.string().trim().min(1).max(200).optional().catch(undefined)
const identityData = z.object({ email: text, partner_user_id: text, first_name: text, last_name: text })

/**
 * The identity that an event's or a zone's data claims, if it names anyone (specification 3.1). Throws `invalid_email`
 * for an email that is none.
 */
export function identityIn(data: Record<string, unknown>): Identity | undefined {
  const identity = identityData.parse(data)
  if (identity.email) identity.email = checkEmail(identity.email)
  return identity.email || identity.partner_user_id ? identity : undefined
}

/** The address in the form it is kept in, so that `Ada@…` and `ada@…` are one person. */
export function checkEmail(email: string): string {
  const result = z.email().safeParse(email.trim().toLowerCase())
  if (result.success) return result.data
  throw new RestError('invalid_email', 'Not an email address', { parameters: { email } })
}

/** Who somebody says to be, and whether it is proved. */
export interface Claim {
  identity: Identity
  level: Exclude<Level, 'anonymous'>
}

/**
 * Binds a caller to the person a claim names. Answers the caller with the token now in force: a new one if person or
 * level changed. A claim never lowers a caller's level as the same person and never changes an existing profile. A claim
 * of another person starts a chain of tokens of its own: the token of the person before stays valid, as their events may
 * still have to be sent with it.
 */
export async function bindIdentity(domain: Domain, caller: Caller, claim: Claim): Promise<Caller> {
  const { token } = caller
  const { personId, deviceId } = await resolve(domain, claim, token)
  if (personId === token.identity_id && isAtLeast(tokenLevel(token), claim.level)) return caller
  const next = deviceId === undefined ? issueAfter : rotate
  return { ...caller, token: await next(domain, token, { personId, level: claim.level, deviceId }) }
}

/**
 * Who a claim names, made if not known yet. What the holder of `token` did anonymously joins that profile. Another known
 * person at the same device is another consumer, on a chain of tokens of its own. Runs in a transaction.
 */
export async function resolve(
  domain: Domain,
  { identity, level }: Claim,
  token?: Token,
): Promise<Pick<ConsumerClaims, 'personId' | 'deviceId'>> {
  const known = await findPersonByIdentity(domain, identity)
  if (known && level === 'verified') await completeProfile(domain, known.person_id, identity)
  const deviceId = token?.device_id ?? undefined
  const first = level === 'verified' ? identity : withOneKey(identity)
  if (!token) return { personId: (known ?? (await createPerson(domain, first))).person_id, deviceId: undefined }
  const [current, person] = known
    ? await lockPair(domain, token.identity_id, known.person_id)
    : [await lockPerson(domain, token.identity_id), undefined]
  if (current.person_id === person?.person_id) return { personId: person.person_id, deviceId }
  if (!isAnonymous(current)) {
    const { person_id } = person ?? (await createPerson(domain, first))
    return { personId: person_id, deviceId: undefined }
  }
  if (person) await mergePerson(domain, current.person_id, person.person_id)
  else await setIdentity(domain, current.person_id, first)
  return { personId: (person ?? current).person_id, deviceId }
}

/**
 * Nobody gets two keys of a profile by a mere claim: else one could put an address of one's own beside the customer
 * number of another, prove the address, and read what is theirs.
 */
const withOneKey = ({ email, partner_user_id, ...names }: Identity): Identity =>
  email ? { ...names, email } : { ...names, partner_user_id }
