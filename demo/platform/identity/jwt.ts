import { compactDecrypt, compactVerify, decodeProtectedHeader, errors } from 'jose'
import { z } from 'zod'
import type { Domain } from '../domain.js'
import { exceedsDepth } from '../http/exceeds-depth.js'
import { isWellFormed } from '../http/is-well-formed.js'
import { RestError } from '../http/rest-error.js'
import { algorithms, contentEncryptions, type KeyKind, type RegisteredKey, registeredKey } from './registered-key.js'

/** The contents of a valid JWT (specification 5.5). */
export interface Proof {
  /** The claims about the consumer. They take precedence over the data of the request. */
  claims: Record<string, unknown>
  /** Whether the JWT has the scope VERIFIED_CONSUMER and has not expired. Otherwise it only identifies the consumer. */
  verifies: boolean
  /** Whether only a holder of the brand's secret can have created it. Otherwise it proves nothing: anybody can have named the consumer. */
  isSigned: boolean
}

/** The accepted difference between two clocks. The contract advises hosts to set `nbf` a minute back. */
const CLOCK_TOLERANCE_SECONDS = 5

/** Claims about the JWT itself, not about the consumer. */
const REGISTERED_CLAIMS = ['iss', 'sub', 'aud', 'jti']

/** The algorithms that the specification lists (5.5). EdDSA is not among them. */
const supportedAlgorithms: string[] = Object.values(algorithms).flat()

/** The platform supports no header extensions, so a JWT with a critical one is invalid (RFC 7515, 4.1.11). */
const headerSchema = z.looseObject({ kid: z.string().min(1), alg: z.string(), crit: z.undefined().optional() })

/** Seconds since 1970, as a number or a string of digits. */
const time = z.union([z.number(), z.string().regex(/^\d+$/).transform(Number)]).optional()

const payloadSchema = z.looseObject({
  exp: time,
  nbf: time,
  iat: time,
  aud: z.union([z.string().transform(audience => [audience]), z.array(z.string())]).default([]),
  scope: z.union([z.string().transform(scope => scope.split(' ')), z.array(z.string())]).default([]),
})

/**
 * Reads a signed or encrypted JWT with the registered key of its `kid`. Throws 401 `jwt_authentication_error` if the
 * signature is invalid, and `jwt_error` if the JWT is malformed or its claims are invalid. The status of `jwt_error` is
 * `malformedStatus`: 400 in the token call, else 401.
 */
export async function readJwt(domain: Domain, jwt: string, malformedStatus: 400 | 401): Promise<Proof> {
  const malformed = (reason: string) => new RestError('jwt_error', reason, { status: malformedStatus })
  const { text, signed, audiences } = await openJwt(domain, jwt, malformed)
  const parsed = jsonIn(text)
  if (exceedsDepth(parsed)) throw malformed('The claims of the JWT have too many levels of nesting')
  const payload = payloadSchema.safeParse(parsed)
  if (!payload.success) throw malformed('The claims of the JWT are malformed')
  const { exp, nbf, iat, aud, scope, ...rest } = payload.data
  if (audiences.some(audience => !aud.includes(audience))) throw malformed('The JWT is for another audience')
  // The brand's backend has signed by its own clock.
  const now = domain.settings.machineNow() / 1000
  if (Math.max(nbf ?? 0, iat ?? 0) > now + CLOCK_TOLERANCE_SECONDS) throw malformed('The JWT is not valid yet')
  const claims = Object.fromEntries(Object.entries(rest).filter(([name]) => !REGISTERED_CLAIMS.includes(name)))
  const current = exp === undefined || exp > now
  return { claims, verifies: signed && current && scope.includes('VERIFIED_CONSUMER'), isSigned: signed }
}

interface Opened {
  text: string
  /** Whether only a holder of the brand's secret can have created it. */
  signed: boolean
  /** The audiences of the keys that were used. The `aud` claim must name each of them. */
  audiences: string[]
}

async function openJwt(domain: Domain, jwt: string, malformed: (reason: string) => RestError): Promise<Opened> {
  const { kid, alg } = header(jwt, malformed)
  if (!supportedAlgorithms.includes(alg))
    throw untrusted(`The alg of the JWT is not supported. Supported: ${supportedAlgorithms.join(', ')}`)
  const found = await registeredKey(domain, kid, alg)
  if (!found) throw untrusted('No registered key matches the kid and alg of the JWT')
  const { kind, audience } = found
  const text = decode(await contentOf(jwt, found, malformed), malformed)
  const audiences = audience === null ? [] : [audience]
  if (!isForEncryption(kind)) return { text, signed: true, audiences }
  // Everybody can encrypt with the platform's public key, so such a JWE needs a signed JWT inside.
  if (jsonIn(text) !== undefined) return { text, signed: kind === 'AES', audiences }
  const inner = await openJwt(domain, text, malformed)
  return { ...inner, audiences: [...audiences, ...inner.audiences] }
}

/** Verifies or decrypts a JWT and returns its payload. Throws `jwt_error` and `jwt_authentication_error`. */
async function contentOf(
  jwt: string,
  { kind, key }: RegisteredKey,
  malformed: (reason: string) => RestError,
): Promise<Uint8Array> {
  try {
    if (!isForEncryption(kind)) return (await compactVerify(jwt, key, { algorithms: [...algorithms[kind]] })).payload
    const { plaintext } = await compactDecrypt(jwt, key, {
      keyManagementAlgorithms: [...algorithms[kind]],
      contentEncryptionAlgorithms: [...contentEncryptions],
    })
    return plaintext
  } catch (error) {
    if (error instanceof errors.JWSInvalid || error instanceof errors.JWEInvalid) throw malformed(error.message)
    throw error instanceof errors.JOSEError || error instanceof TypeError
      ? untrusted('The JWT cannot be verified or decrypted')
      : error
  }
}

const isForEncryption = (kind: KeyKind) => kind === 'AES' || kind === 'RSA_PRIVATE'

function header(jwt: string, malformed: (reason: string) => RestError): z.infer<typeof headerSchema> {
  let decoded: unknown
  try {
    decoded = decodeProtectedHeader(jwt)
  } catch {
    throw malformed('The text is not a JWT')
  }
  const result = headerSchema.safeParse(decoded)
  if (result.success) return result.data
  throw malformed(
    `The header of the JWT must have kid and alg as strings, and no crit. Invalid: ${result.error.issues[0]!.path}`,
  )
}

function jsonIn(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    return isWellFormed(value) ? value : undefined
  } catch {
    return undefined
  }
}

function decode(bytes: Uint8Array, malformed: (reason: string) => RestError): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw malformed('The content of the JWT is not UTF-8')
  }
}

const untrusted = (reason: string) => new RestError('jwt_authentication_error', reason)
