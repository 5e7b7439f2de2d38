// Keys of a brand, and JWTs that are signed or encrypted with them.

import { generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto'
import { CompactEncrypt, CompactSign, SignJWT } from 'jose'
import { beforeAll } from 'vitest'
import { type KeyKind, materialOf } from '../../../../demo/platform/identity/registered-key.js'
import { demo } from '../../../../demo/platform/index.js'
import { codeOf, type Visit } from '../use-platform.js'

const curves = { ES256: 'P-256', ES384: 'P-384', ES512: 'P-521' } as const

export const claims = { email: 'ada@example.com', scope: 'VERIFIED_CONSUMER' }
export const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
export const createEcKey = (alg: string) =>
  generateKeyPairSync('ec', { namedCurve: curves[alg as keyof typeof curves] })
/** The algorithms of specification 5.5. Not those of the platform: a test shows that it accepts each of these. */
export const algorithms = {
  HMAC: ['HS256', 'HS384', 'HS512'],
  RSA: ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
  EC: ['ES256', 'ES384', 'ES512'],
  AES: ['A128KW', 'A192KW', 'A256KW'],
  RSA_PRIVATE: ['RSA-OAEP-256', 'RSA-OAEP-384', 'RSA-OAEP-512'],
  content: ['A128CBC-HS256', 'A192CBC-HS384', 'A256CBC-HS512', 'A128GCM', 'A192GCM', 'A256GCM'],
} as const

export const ec = Object.fromEntries(algorithms.EC.map(alg => [alg, createEcKey(alg)]))
export const shared = 'a-shared-secret-of-sixty-four-characters-as-HS512-wants-to-have-'
export const aes = { A128KW: randomBytes(16), A192KW: randomBytes(24), A256KW: randomBytes(32) }

export const spki = (key: KeyObject) => key.export({ format: 'der', type: 'spki' }).toString('base64')
export const bytesOf = (text: string) => new TextEncoder().encode(text)

export const signWith = (alg: string, kid: string, key: KeyObject | Uint8Array, payload: object = claims) =>
  new SignJWT({ ...payload }).setProtectedHeader({ alg, kid, typ: 'JWT' }).sign(key)

/** Signs any text, which need not be valid JSON, with the shared secret. */
export const signText = (text: string | Uint8Array, header: object = {}) =>
  new CompactSign(typeof text === 'string' ? bytesOf(text) : text)
    .setProtectedHeader({ alg: 'HS256', kid: 'hmac', ...header })
    .sign(bytesOf(shared))

export const encryptWith = (
  alg: string,
  kid: string,
  key: KeyObject | Uint8Array,
  text: string | Uint8Array,
  enc = 'A256GCM',
) =>
  new CompactEncrypt(typeof text === 'string' ? bytesOf(text) : text).setProtectedHeader({ alg, enc, kid }).encrypt(key)

const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')

/** A JWT with another header. */
export const withHeader = (header: object, jwt: string) => [encode(header), ...jwt.split('.').slice(1)].join('.')

/** The part of a JWT that is signed. For keys that jose refuses to sign with. */
export const signedPart = (header: object) => `${encode(header)}.${encode(claims)}`

export interface JwtKeys {
  register(kid: string, kind: KeyKind, material: string, clientId?: string): Promise<unknown>
  /** Sends a JWT as an anonymous consumer. Resolves with the new level, or with the status and code of the error. */
  outcome(jwt: string): Promise<string>
}

/** Registers the keys before the tests of a file. */
export function useJwtKeys(visit: Visit): JwtKeys {
  const register: JwtKeys['register'] = async (kid, kind, material, clientId = demo.clientId) => {
    const { db, secrets } = visit.platform
    const sealed = await secrets.seal(db, materialOf(clientId, kid), material)
    await db.query('insert into signing_keys (kid, client_id, kind, material) values ($1, $2, $3, $4)', [
      ...[kid, clientId, kind, sealed],
    ])
  }

  beforeAll(async () => {
    await register('hmac', 'HMAC', shared)
    await register('rsa', 'RSA', spki(rsa.publicKey))
    for (const alg of algorithms.EC) await register(alg, 'EC', spki(ec[alg]!.publicKey))
    for (const [alg, key] of Object.entries(aes)) await register(alg, 'AES', key.toString('base64'))
    await register('for-us', 'RSA_PRIVATE', rsa.privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64'))
  })

  return {
    register,
    async outcome(jwt) {
      const headers = { 'X-Svc-Jwt': jwt }
      const response = await visit.send('/v5/token', { token: await visit.anonymous(), headers })
      if (!response.ok) return `${response.status} ${await codeOf(response)}`
      const { scopes } = await response.json()
      if (scopes.includes('VERIFIED_CONSUMER')) return 'verified'
      return scopes.includes('UPDATE_PROFILE') ? 'identified' : 'anonymous'
    },
  }
}
