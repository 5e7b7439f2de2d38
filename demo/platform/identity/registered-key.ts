import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import type { Domain } from '../domain.js'
import type { SecretPlace } from '../store/secrets.js'

/** A key that the brand registered under its Partner Key ID (specification 5.5). */
export interface RegisteredKey {
  kind: KeyKind
  key: KeyObject | Uint8Array
  /** The required `aud` claim of its JWTs. Null: any. */
  audience: string | null
}

/**
 * The types of keys and the algorithms of each. The type is stored with the key, so a JWT cannot choose how its key is
 * read. `HMAC` is a shared secret as text; `RSA` and `EC` are public keys (SPKI, DER, base64); `AES` is a shared key for
 * encryption (base64); `RSA_PRIVATE` decrypts what was encrypted for the platform (PKCS #8, DER, base64).
 */
export const algorithms = {
  HMAC: ['HS256', 'HS384', 'HS512'],
  RSA: ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
  EC: ['ES256', 'ES384', 'ES512'],
  AES: ['A128KW', 'A192KW', 'A256KW'],
  RSA_PRIVATE: ['RSA-OAEP-256', 'RSA-OAEP-384', 'RSA-OAEP-512'],
} as const

export const contentEncryptions = [
  'A128CBC-HS256',
  'A192CBC-HS384',
  'A256CBC-HS512',
  'A128GCM',
  'A192GCM',
  'A256GCM',
] as const

export type KeyKind = keyof typeof algorithms

/** The minimum length of a shared secret in bytes: that of the hash (RFC 7518, 3.2). */
const MIN_SECRET_BYTES: Record<string, number> = { HS256: 32, HS384: 48, HS512: 64 }
const wrappingKeyBytes: Record<string, number> = { A128KW: 16, A192KW: 24, A256KW: 32 }

/** The curve of each algorithm (RFC 7518, 3.4) by its name in OpenSSL. */
const curves: Record<string, string> = { ES256: 'prime256v1', ES384: 'secp384r1', ES512: 'secp521r1' }

/** The minimum length of an RSA key (RFC 7518, 3.3 and 4.3). */
const MIN_RSA_BITS = 2048

/** With the exponent 1 a signature equals the signed text, so everybody could sign. */
const MIN_RSA_EXPONENT = 3n

/**
 * The active key with this id, if it supports `alg`. Only keys of the client of the call count: a key of the sandbox proves
 * nothing in production.
 */
export async function registeredKey(
  { db, clientId, secrets }: Domain,
  kid: string,
  alg: string,
): Promise<RegisteredKey | undefined> {
  const [row] = await db.query<{ kind: KeyKind; material: string; audience: string | null }>(
    'select kind, material, audience from signing_keys where client_id = $1 and kid = $2 and revoked_at is null',
    [clientId, kid],
  )
  if (!row || !(algorithms[row.kind] as readonly string[]).includes(alg)) return undefined
  const key = parseKey(row.kind, secrets.open(materialOf(clientId, kid), row.material))
  return isSuitable(key, alg) ? { kind: row.kind, key, audience: row.audience } : undefined
}

/** Where a key is stored. */
export const materialOf = (clientId: string, kid: string): SecretPlace => ({
  table: 'signing_keys',
  column: 'material',
  id: `${clientId}/${kid}`,
})

export function parseKey(kind: KeyKind, material: string): KeyObject | Uint8Array {
  const bytes = Buffer.from(material, kind === 'HMAC' ? 'utf8' : 'base64')
  if (kind === 'HMAC' || kind === 'AES') return new Uint8Array(bytes)
  if (kind === 'RSA_PRIVATE') return createPrivateKey({ key: bytes, format: 'der', type: 'pkcs8' })
  return createPublicKey({ key: bytes, format: 'der', type: 'spki' })
}

/** Whether a key has the right type for the algorithm, and is long enough. */
export function isSuitable(key: KeyObject | Uint8Array, alg: string): boolean {
  if (key instanceof Uint8Array) {
    const minLength = MIN_SECRET_BYTES[alg]
    return minLength === undefined ? key.length === wrappingKeyBytes[alg] : key.length >= minLength
  }
  const { asymmetricKeyType, asymmetricKeyDetails: { namedCurve, modulusLength = 0, publicExponent = 0n } = {} } = key
  if (asymmetricKeyType === 'ec') return namedCurve === curves[alg]
  return asymmetricKeyType === 'rsa' && modulusLength >= MIN_RSA_BITS && publicExponent >= MIN_RSA_EXPONENT
}
