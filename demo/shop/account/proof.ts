import { SignJWT } from 'jose'
import type { Customer } from './customers.js'

/** The key that the shop and its program share, as it is registered there. */
export interface SigningKey {
  kid: string
  alg: string
  secret: string
}

/** Says to the program that this customer is who they are (specification 5.5). Good for the few minutes that a page takes to load. */
export const proofOf = (
  { email, number }: Pick<Customer, 'email' | 'number'>,
  { kid, alg, secret }: SigningKey,
): Promise<string> =>
  new SignJWT({ email, partner_user_id: number, scope: 'VERIFIED_CONSUMER' })
    .setProtectedHeader({ alg, typ: 'JWT', kid })
    .setIssuedAt()
    // The program's clock may be behind ours.
    .setNotBefore('-1m')
    .setExpirationTime('5m')
    .sign(new TextEncoder().encode(secret))
