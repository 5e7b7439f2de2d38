import { EncryptJWT, SignJWT } from 'jose'
import { algorithms, isSuitable, parseKey } from './registered-key.js'
import type { SigningKey } from './signing-keys.js'

/** How long a test JWT verifies. */
const LIFETIME_SECONDS = 3600

/** The kinds of keys with which the platform can create JWTs: it has no private keys of the brand. */
export const canSign = ({ kind }: SigningKey) => kind === 'HMAC' || kind === 'AES'

/** Creates a JWT that verifies a consumer, as the brand's backend would. `now` is in milliseconds. */
export async function createTestJwt(
  { kid, kind, material, audience }: SigningKey,
  email: string,
  now: number,
): Promise<string> {
  const key = parseKey(kind, material)
  const alg = algorithms[kind].find(alg => isSuitable(key, alg))!
  const seconds = Math.floor(now / 1000)
  const payload = {
    ...{ email, scope: 'VERIFIED_CONSUMER', iat: seconds, exp: seconds + LIFETIME_SECONDS },
    ...(audience !== null && { aud: audience }),
  }
  if (kind === 'AES') return new EncryptJWT(payload).setProtectedHeader({ alg, enc: 'A256GCM', kid }).encrypt(key)
  return new SignJWT(payload).setProtectedHeader({ alg, kid, typ: 'JWT' }).sign(key)
}
