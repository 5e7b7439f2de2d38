import { SignJWT } from 'jose'
import { demo } from '../../../demo/platform/index.js'

interface ProofOptions {
  /** When it expires, as a span from now: `5m`, `-1m`. */
  expires?: string
  secret?: string
}

/** A JWT as the brand's backend would sign it, for whom `claims` names. */
export const proofOf = (
  claims: Record<string, unknown>,
  { expires = '5m', secret = demo.jwtKey.secret }: ProofOptions = {},
) =>
  new SignJWT({ scope: 'VERIFIED_CONSUMER', ...claims })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT', kid: demo.jwtKey.kid })
    .setIssuedAt()
    .setNotBefore('-1m')
    .setExpirationTime(expires)
    .sign(new TextEncoder().encode(secret))
