import { SignJWT } from 'jose'
import type { Customer } from './customers.js'

/** The key that the shop shares with the Rewards Platform, as it is registered there. */
export interface SigningKey {
  kid: string
  alg: string
  secret: string
}

/** Signs a JWT that proves to the Rewards Platform who the customer is (specification 5.5). It is valid for five minutes. */
export const signCustomerJwt = (
  { email, number }: Pick<Customer, 'email' | 'number'>,
  { kid, alg, secret }: SigningKey,
): Promise<string> =>
  new SignJWT({ email, partner_user_id: number, scope: 'VERIFIED_CONSUMER' })
    .setProtectedHeader({ alg, typ: 'JWT', kid })
    .setIssuedAt()
    // The clock of the platform may be behind.
    .setNotBefore('-1m')
    .setExpirationTime('5m')
    .sign(new TextEncoder().encode(secret))
