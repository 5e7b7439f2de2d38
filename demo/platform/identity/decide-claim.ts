import { blockTypes, isBlocked } from './block.js'
import type { Level } from './level.js'
import { type Identity, isAnonymous, type Person } from './person.js'

/** An identity that a request claims. */
export interface Claim {
  identity: Identity
  level: Exclude<Level, 'anonymous'>
  /** Whether a JWT proves the identity: one that only the brand can have created. It may give the lower level. */
  isProven: boolean
  /** Whether it is the claim of an event, which is refused if a person is blocked for events. */
  isOfEvent?: boolean
}

/** What follows from a claim. A refusal has the rule that refuses. */
export type ClaimDecision =
  | { outcome: 'refused'; rule: 'event-of-blocked' | 'blocked-device' }
  /** The token is already that of the person. */
  | { outcome: 'same'; person: Person }
  /** The anonymous person of the token becomes the person. */
  | { outcome: 'merge'; device: Person; person: Person }
  /** The anonymous person of the token gets the identity. */
  | { outcome: 'name'; device: Person; identity: Identity }
  /** The token is that of somebody else, or there is none: the person is another one, on a new device. */
  | { outcome: 'other'; person: Person | undefined; identity: Identity }

/**
 * Decides what becomes of a claim. `current` is the person of the token, `person` the one who has the identity. Somebody who is known never becomes
 * somebody else: only an anonymous person is merged or named. A merge keeps the blocks of both persons: with an unproven claim a blocked device could
 * block anybody whose email it knows.
 */
export function decideClaim(claim: Claim, current: Person | undefined, person: Person | undefined): ClaimDecision {
  const device = current && isAnonymous(current) ? current : undefined
  if (claim.isOfEvent && [device, person].some(each => each && isBlocked(each, 'EVENTS')))
    return { outcome: 'refused', rule: 'event-of-blocked' }
  if (person && person.person_id === current?.person_id) return { outcome: 'same', person }
  const identity = identityOfNew(claim)
  if (!device) return { outcome: 'other', person, identity }
  if (!person) return { outcome: 'name', device, identity }
  if (!claim.isProven && blockTypes.some(type => isBlocked(device, type)))
    return { outcome: 'refused', rule: 'blocked-device' }
  return { outcome: 'merge', device, person }
}

/**
 * The identity of a new person. An unverified claim has only one key: with two keys an attacker could combine their own email address with the customer
 * number of somebody else, verify the address, and read that person's data.
 */
function identityOfNew({ identity, level }: Claim): Identity {
  if (level === 'verified') return identity
  const { email, partner_user_id, ...names } = identity
  return email ? { ...names, email } : { ...names, partner_user_id }
}
