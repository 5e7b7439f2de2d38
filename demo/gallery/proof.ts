import { SignJWT } from 'jose'
import { demo } from '../platform/index.js'

/** What the brand's backend would sign for the one whom the platform knows, once they have signed in (specification 5.5). */
export function signProof(): Promise<string> {
  const { kid, alg, secret } = demo.jwtKey
  return new SignJWT({ email: demo.ada.email, scope: 'VERIFIED_CONSUMER' })
    .setProtectedHeader({ alg, typ: 'JWT', kid })
    .setIssuedAt()
    .setExpirationTime('5m')
    .sign(new TextEncoder().encode(secret))
}
