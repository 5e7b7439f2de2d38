import type { Domain } from '../domain.js'
import { RestError } from '../http/rest-error.js'
import { type Claim, identityIn } from './claim.js'
import { type Proof, readJwt } from './jwt.js'

/** What a JWT proves: its claim, and all of its claims about the consumer. */
export interface ProvenClaim extends Proof {
  claim: Claim
}

/**
 * Reads whom a JWT proves, and with which level. Throws the errors of `readJwt` and `identityIn`, and `jwt_error` for a JWT that names nobody.
 */
export async function claimOfJwt(domain: Domain, jwt: string, malformedStatus: 400 | 401 = 401): Promise<ProvenClaim> {
  const proof = await readJwt(domain, jwt, malformedStatus)
  const identity = identityIn(proof.claims)
  if (!identity)
    throw new RestError('jwt_error', 'The JWT has no email or partner_user_id', { status: malformedStatus })
  return { ...proof, claim: { identity, level: proof.verifies ? 'verified' : 'identified', isProven: true } }
}
