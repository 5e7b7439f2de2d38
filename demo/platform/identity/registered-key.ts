import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import type { Domain } from '../domain.js'

/** A key the brand has registered under its Partner Key ID (specification 5.5). Two may be live at once. */
export interface RegisteredKey {
  kind: KeyKind
  key: KeyObject | Uint8Array
}

/**
 * What a key is for, and with it the algorithms it may be used with: a JWT never chooses how its key is read. `HMAC` is a
 * shared secret as text; `RSA` and `EC` are public keys (SPKI, DER, base64); `AES` is a shared key for encryption
 * (base64); `RSA_PRIVATE` opens what was encrypted for the platform (PKCS #8, DER, base64).
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

/** The live key with this id, if it may be used with `alg`. */
export async function registeredKey({ db }: Domain, kid: string, alg: string): Promise<RegisteredKey | undefined> {
  const [row] = await db.query<{ kind: KeyKind; material: string }>(
    'select kind, material from signing_keys where kid = $1 and revoked_at is null',
    [kid],
  )
  if (!row || !(algorithms[row.kind] as readonly string[]).includes(alg)) return undefined
  return { kind: row.kind, key: read(row.kind, row.material) }
}

function read(kind: KeyKind, material: string): KeyObject | Uint8Array {
  const bytes = Buffer.from(material, kind === 'HMAC' ? 'utf8' : 'base64')
  if (kind === 'HMAC' || kind === 'AES') return new Uint8Array(bytes)
  if (kind === 'RSA_PRIVATE') return createPrivateKey({ key: bytes, format: 'der', type: 'pkcs8' })
  return createPublicKey({ key: bytes, format: 'der', type: 'spki' })
}
