import type { Domain } from '../domain.js'
import { RestError } from '../http/rest-error.js'
import type { Claim } from './decide-claim.js'
import { identityIn } from './identity-in-data.js'
import { type Proof, readJwt } from './jwt.js'
import type { Identity } from './person.js'

/** What a JWT proves: whom it names, and all of its claims about the consumer. */
export interface ProvenClaim extends Proof {
  claim: Claim
}

/**
 * Reads whom a JWT proves, and with which level. Throws the errors of `readJwt`, and `jwt_error` for a JWT that names nobody or has an
 * invalid identity.
 */
export async function claimOfJwt(domain: Domain, jwt: string, malformedStatus: 400 | 401 = 401): Promise<ProvenClaim> {
  const proof = await readJwt(domain, jwt, malformedStatus)
  const invalid = (message: string) => new RestError('jwt_error', message, { status: malformedStatus })
  const identity = identityInJwt(proof.claims, invalid)
  if (!identity) throw invalid('The JWT has no email or partner_user_id')
  const level = proof.verifies ? 'verified' : 'identified'
  return { ...proof, claim: { identity, level, isProven: proof.isSigned } }
}

/** Claims with an invalid identity are an error of the JWT, not of the page that sends it. */
function identityInJwt(claims: Record<string, unknown>, invalid: (message: string) => RestError): Identity | undefined {
  try {
    return identityIn(claims)
  } catch (error) {
    throw error instanceof RestError ? invalid(error.message) : error
  }
}
