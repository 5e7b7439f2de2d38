import { compactDecrypt, compactVerify, decodeProtectedHeader, errors } from 'jose'
import { z } from 'zod'
import type { Domain } from '../domain.js'
import { RestError } from '../http/rest-error.js'
import { algorithms, contentEncryptions, registeredKey } from './registered-key.js'

/** What a JWT says about a consumer (specification 5.5). */
export interface Proof {
  /** Every claim that is about the consumer; they win over the data beside the JWT. */
  claims: Record<string, unknown>
  /** Whether the JWT is current and carries the scope VERIFIED_CONSUMER; otherwise it identifies only. */
  verifies: boolean
}

/** Clocks of two machines differ; beyond this the contract advises hosts to date `nbf` a minute back. */
const CLOCK_TOLERANCE_SECONDS = 5

const aboutTheJwt = ['iss', 'sub', 'aud', 'jti']

/** Seconds since 1970, as a number or as digits. */
const time = z.union([z.number(), z.string().regex(/^\d+$/).transform(Number)]).optional()

const payloadSchema = z.looseObject({
  exp: time,
  nbf: time,
  iat: time,
  scope: z.union([z.string().transform(scope => scope.split(' ')), z.array(z.string())]).default([]),
})

/**
 * Reads a signed or encrypted JWT with the registered key that its `kid` names. Throws 401 `jwt_authentication_error`
 * where it does not verify, and `jwt_error` where it is no JWT or its claims are wrong: with `malformedStatus`, which is
 * 400 in the token call and 401 elsewhere.
 */
export async function readJwt(domain: Domain, jwt: string, malformedStatus: 400 | 401 = 401): Promise<Proof> {
  const malformed = (why: string) => new RestError('jwt_error', why, { status: malformedStatus })
  const { text, signed } = await open(domain, jwt, malformed)
  const payload = payloadSchema.safeParse(jsonIn(text))
  if (!payload.success) throw malformed('The claims of the JWT are malformed')
  const { exp, nbf, iat, scope, ...rest } = payload.data
  const now = domain.settings.now() / 1000
  if (Math.max(nbf ?? 0, iat ?? 0) > now + CLOCK_TOLERANCE_SECONDS) throw malformed('The JWT is not valid yet')
  const claims = Object.fromEntries(Object.entries(rest).filter(([name]) => !aboutTheJwt.includes(name)))
  const current = exp === undefined || exp > now
  return { claims, verifies: signed && current && scope.includes('VERIFIED_CONSUMER') }
}

interface Opened {
  text: string
  /** Whether only someone with the brand's secret can have made it. */
  signed: boolean
}

async function open(domain: Domain, jwt: string, malformed: (why: string) => RestError): Promise<Opened> {
  const { kid, alg } = header(jwt, malformed)
  if (!kid) throw malformed('The JWT has no kid')
  const found = alg ? await registeredKey(domain, kid, alg) : undefined
  if (!found) throw untrusted('No registered key fits the kid and alg of the JWT')
  const { kind, key } = found
  try {
    if (kind !== 'AES' && kind !== 'RSA_PRIVATE') {
      const { payload } = await compactVerify(jwt, key, { algorithms: [...algorithms[kind]] })
      return { text: decode(payload), signed: true }
    }
    const { plaintext } = await compactDecrypt(jwt, key, {
      keyManagementAlgorithms: [...algorithms[kind]],
      contentEncryptionAlgorithms: [...contentEncryptions],
    })
    const text = decode(plaintext)
    // Whoever holds the platform's public key can encrypt: such a JWE proves something only by a signed JWT inside.
    return jsonIn(text) === undefined ? await open(domain, text, malformed) : { text, signed: kind === 'AES' }
  } catch (error) {
    if (error instanceof errors.JWSInvalid || error instanceof errors.JWEInvalid) throw malformed(error.message)
    throw error instanceof errors.JOSEError || error instanceof TypeError ? untrusted('The JWT does not verify') : error
  }
}

function header(
  jwt: string,
  malformed: (why: string) => RestError,
): { kid?: string | undefined; alg?: string | undefined } {
  try {
    return decodeProtectedHeader(jwt)
  } catch {
    throw malformed('Not a JWT')
  }
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes)
const untrusted = (why: string) => new RestError('jwt_authentication_error', why)
