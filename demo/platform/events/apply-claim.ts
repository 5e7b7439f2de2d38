import type { Domain } from '../domain.js'
import { RestError } from '../http/rest-error.js'
import { eventsDenied } from '../identity/block.js'
import { type Claim, decideClaim } from '../identity/decide-claim.js'
import {
  completeProfile,
  createPerson,
  findPersonByIdentity,
  lockPair,
  lockPerson,
  type Person,
  setIdentity,
} from '../identity/person.js'
import type { ConsumerClaims, Token } from '../identity/token.js'
import { mergePersons } from './merge-persons.js'

/**
 * Finds or creates the person of a claim, and merges the anonymous person of `token` into it (`decideClaim`). If `token` belongs to
 * another known person, the result has a new device id. Runs in a transaction. Throws `access_denied`.
 */
export async function applyClaim(
  domain: Domain,
  claim: Claim,
  token?: Token,
): Promise<Pick<ConsumerClaims, 'personId' | 'deviceId'>> {
  const { identity, level, isProven } = claim
  const known = await findPersonByIdentity(domain, identity)
  const [current, person] = await lockBoth(domain, token?.identity_id, known?.person_id)
  const decision = decideClaim(claim, current, person)
  if (decision.outcome === 'refused') throw refusals[decision.rule]()
  if (person && level === 'verified') await completeProfile(domain, person.person_id, identity)
  if (decision.outcome === 'other') {
    const { person_id } = decision.person ?? (await createPerson(domain, decision.identity))
    return { personId: person_id, deviceId: undefined }
  }
  if (decision.outcome === 'merge') await mergePersons(domain, decision.device, decision.person, isProven)
  if (decision.outcome === 'name') await setIdentity(domain, decision.device.person_id, decision.identity)
  const { person_id } = decision.outcome === 'name' ? decision.device : decision.person
  return { personId: person_id, deviceId: token?.device_id ?? undefined }
}

const refusals = {
  'event-of-blocked': eventsDenied,
  'blocked-device': () =>
    new RestError('access_denied', 'A blocked consumer cannot become another person without a proof'),
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
