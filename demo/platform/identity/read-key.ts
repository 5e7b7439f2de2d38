import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto'
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
 * `secret`: a shared secret. `public`: a public key in PEM, as DER in Base64, or as a JWK. `encryption`: a shared key in Base64.
 * `encryption-pair`: always a new key pair.
 */
export function readKey(source: KeySource, text: string): ReadKey {
  if (source === 'public') return readPublicKey(text)
  if (source === 'encryption-pair') return generatePair(text)
  return source === 'secret' ? readSecret(text) : readEncryptionKey(text)
}

/** Everybody may know a public key. As a shared secret it would let everybody sign. */
function readSecret(text: string): ReadKey {
  if (isPrivateKey(text) || publicKeyIn(text))
    throw invalid('This is a key of a key pair. Choose the type of public keys')
  if (/^\{.*"kty"/s.test(text)) throw invalid('This is a JWK. Paste the secret itself')
  const material = text || randomBytes(48).toString('base64')
  if (isUsable('HMAC', new Uint8Array(Buffer.from(material)))) return { kind: 'HMAC', material }
  throw invalid('A shared secret must have at least 32 bytes')
}

function readEncryptionKey(text: string): ReadKey {
  const material = text || randomBytes(32).toString('base64')
  const isBase64 = /^[\w+/-]+={0,2}$/.test(material)
  if (isBase64 && isUsable('AES', new Uint8Array(Buffer.from(material, 'base64')))) return { kind: 'AES', material }
  throw invalid('An encryption key must be 16, 24 or 32 bytes in Base64')
}

function readPublicKey(text: string): ReadKey {
  if (!text) throw invalid('Paste a public key')
  if (isPrivateKey(text)) throw invalid('This is a private key. Keep it secret, and paste the public key')
  const key = publicKeyIn(text)
  if (key && isEdwardsKey(key))
    throw invalid(
      'Ed25519 and Ed448 keys are not supported. Use an EC key on P-256, P-384 or P-521, or an RSA key of 2048 bits or more',
    )
  const kind = key?.asymmetricKeyType === 'rsa' ? 'RSA' : 'EC'
  if (!key || !isUsable(kind, key))
    throw invalid(
      'This is not an RSA key of 2048 bits or more, or an EC key on P-256, P-384 or P-521, in PEM, as DER in Base64, or as a JWK',
    )
  return { kind, material: key.export({ format: 'der', type: 'spki' }).toString('base64') }
}

function publicKeyIn(text: string): KeyObject | undefined {
  if (text.startsWith('{')) return parsed(() => createPublicKey({ key: JSON.parse(text), format: 'jwk' }))
  if (text.startsWith('-----')) return parsed(() => createPublicKey(text))
  return parsed(() => createPublicKey({ key: derIn(text), format: 'der', type: 'spki' }))
}

const isPrivateKey = (text: string) => /PRIVATE KEY|"d"\s*:/.test(text) || isPrivateDer(text)

/** Whether a text is a private key as DER. */
const isPrivateDer = (text: string) =>
  (['pkcs8', 'pkcs1', 'sec1'] as const).some(type =>
    parsed(() => createPrivateKey({ key: derIn(text), format: 'der', type })),
  )

/** The bytes of Base64, in lines or for URLs as well. */
const derIn = (text: string) => Buffer.from(text, 'base64')

function parsed(parse: () => KeyObject): KeyObject | undefined {
  try {
    return parse()
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
