// JWTs as the brand's backend signs them.

import { SignJWT } from 'jose'
import { demo } from '../demo/platform/index.js'

type Claims = Record<string, unknown>

interface ProofOptions {
  /** When it expires, as a span from now: `5m`, `-1m`. */
  expires?: string
  secret?: string
}

/** Signs these claims and nothing else: without times unless the claims have them. */
export const signJwt = (claims: Claims, header: Record<string, unknown> = {}, secret?: string): Promise<string> =>
  sign(new SignJWT(claims), header, secret)

/** A JWT that verifies the person whom `claims` names. It is valid from a minute ago. */
export const proofOf = (claims: Claims, { expires = '5m', secret }: ProofOptions = {}): Promise<string> =>
  sign(
    new SignJWT({ scope: 'VERIFIED_CONSUMER', ...claims }).setIssuedAt().setNotBefore('-1m').setExpirationTime(expires),
    {},
    secret,
  )

function sign(jwt: SignJWT, header: Record<string, unknown>, secret: string = demo.jwtKey.secret): Promise<string> {
  const { alg, kid } = demo.jwtKey
  return jwt.setProtectedHeader({ alg, typ: 'JWT', kid, ...header }).sign(new TextEncoder().encode(secret))
}
