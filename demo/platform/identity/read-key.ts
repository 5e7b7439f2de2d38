import { createPublicKey, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto'
import { RestError } from '../http/rest-error.js'
import { algorithms, isSuitable, type KeyKind } from './registered-key.js'

/** How the owner of a program gives a key. */
export type KeySource = 'secret' | 'public' | 'encryption' | 'encryption-pair'

/** A key as it is stored. */
export interface ReadKey {
  kind: KeyKind
  material: string
}

/**
 * Reads a key, or generates one from an empty text where the platform can. Throws `invalid_parameter` with the reason.
 * `secret`: a shared secret. `public`: a public key in PEM or as a JWK. `encryption`: a shared key in Base64.
 * `encryption-pair`: always a new key pair.
 */
export function readKey(source: KeySource, text: string): ReadKey {
  if (source === 'public') return readPublicKey(text)
  if (source === 'encryption-pair') return generatePair(text)
  const kind = source === 'secret' ? 'HMAC' : 'AES'
  const material = text || randomBytes(source === 'secret' ? 48 : 32).toString('base64')
  const bytes = Buffer.from(material, kind === 'HMAC' ? 'utf8' : 'base64')
  if (isUsable(kind, new Uint8Array(bytes))) return { kind, material }
  throw invalid(
    kind === 'HMAC'
      ? 'A shared secret must have at least 32 bytes'
      : 'An encryption key must be 16, 24 or 32 bytes in Base64',
  )
}

function readPublicKey(text: string): ReadKey {
  if (!text) throw invalid('Paste a public key')
  if (/PRIVATE KEY|"d"\s*:/.test(text)) throw invalid('This is a private key. Keep it secret, and paste the public key')
  const key = publicKeyIn(text)
  if (key && isEdwardsKey(key))
    throw invalid(
      'Ed25519 and Ed448 keys are not supported. Use an EC key on P-256, P-384 or P-521, or an RSA key of 2048 bits or more',
    )
  const kind = key?.asymmetricKeyType === 'rsa' ? 'RSA' : 'EC'
  if (!key || !isUsable(kind, key))
    throw invalid(
      'This is not an RSA key of 2048 bits or more, or an EC key on P-256, P-384 or P-521, in PEM or as a JWK',
    )
  return { kind, material: key.export({ format: 'der', type: 'spki' }).toString('base64') }
}

function publicKeyIn(text: string): KeyObject | undefined {
  try {
    return text.startsWith('{') ? createPublicKey({ key: JSON.parse(text), format: 'jwk' }) : createPublicKey(text)
  } catch {
    return undefined
  }
}

/** Whether the key is for EdDSA, which the specification does not list (5.5). */
const isEdwardsKey = ({ asymmetricKeyType }: KeyObject) =>
  asymmetricKeyType === 'ed25519' || asymmetricKeyType === 'ed448'

function generatePair(text: string): ReadKey {
  if (text) throw invalid('The platform creates this key pair. Leave the key empty')
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return { kind: 'RSA_PRIVATE', material: privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64') }
}

/** Whether an algorithm of the kind can use the key. */
const isUsable = (kind: KeyKind, key: KeyObject | Uint8Array) => algorithms[kind].some(alg => isSuitable(key, alg))

const invalid = (reason: string) => new RestError('invalid_parameter', reason)
