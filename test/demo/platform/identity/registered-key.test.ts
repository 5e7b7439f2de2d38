import { createHash, createHmac, createPublicKey, createSign, generateKeyPairSync } from 'node:crypto'
import { UnsecuredJWT } from 'jose'
import { beforeAll, describe, expect, test } from 'vitest'
import { demo } from '../../../../demo/platform/index.js'
import { signJwt } from '../../../proof.js'
import { usePlatform } from '../use-platform.js'
import {
  aes,
  algorithms,
  bytesOf,
  claims,
  encryptWith,
  rsa,
  shared,
  signedPart,
  signText,
  signWith,
  spki,
  useJwtKeys,
  withHeader,
} from './jwt-keys.js'

const visit = usePlatform()
const { outcome, register } = useJwtKeys(visit)

describe('a JWT', () => {
  test('signed with a public key as if it were a shared secret is rejected', async () => {
    const asSecret = rsa.publicKey.export({ format: 'pem', type: 'spki' }).toString()
    expect(await outcome(await signWith('HS256', 'rsa', bytesOf(asSecret)))).toBe('401 jwt_authentication_error')
  })

  test.each(algorithms.EC)('with %s and no signature is rejected, also with keys of the other curves', async alg => {
    const [, payload] = new UnsecuredJWT(claims).encode().split('.')
    for (const kid of algorithms.EC) {
      const jwt = withHeader({ alg, kid }, `.${payload}.`)
      expect(await outcome(jwt)).toBe('401 jwt_authentication_error')
    }
  })

  test('with a key of the sandbox is rejected, even if a production key has the same kid', async () => {
    await register('sandboxed', 'HMAC', shared, demo.sandbox.clientId)
    await register('hmac', 'HMAC', shared.toUpperCase(), demo.sandbox.clientId)
    expect(await outcome(await signWith('HS256', 'sandboxed', bytesOf(shared)))).toBe('401 jwt_authentication_error')
    expect(await outcome(await signWith('HS256', 'hmac', bytesOf(shared.toUpperCase())))).toBe(
      '401 jwt_authentication_error',
    )
    expect(await outcome(await signWith('HS256', 'hmac', bytesOf(shared)))).toBe('verified')
  })

  test.each([
    ['HS256', 32],
    ['HS384', 48],
    ['HS512', 64],
  ])('with %s requires a secret of %i bytes', async (alg, bytes) => {
    for (const [length, expected] of [
      [bytes, 'verified'],
      [bytes - 1, '401 jwt_authentication_error'],
    ] as const) {
      const kid = `${alg}-${length}`
      await register(kid, 'HMAC', 'x'.repeat(length))
      const jwt = signedPart({ alg, kid })
      const signature = createHmac(`sha${alg.slice(2)}`, 'x'.repeat(length))
        .update(jwt)
        .digest('base64url')
      expect(await outcome(`${jwt}.${signature}`)).toBe(expected)
    }
  })

  test('with an RSA key whose exponent is 1 is rejected, because everybody could sign it', async () => {
    const { n } = rsa.publicKey.export({ format: 'jwk' })
    const key = createPublicKey({ key: { kty: 'RSA', n: n!, e: 'AQ' }, format: 'jwk' })
    await register('exponent-1', 'RSA', spki(key))
    const jwt = signedPart({ alg: 'RS256', kid: 'exponent-1' })
    const digest = createHash('sha256').update(jwt).digest('hex')
    // The signed text of PKCS #1. With the exponent 1 it equals its signature.
    const signature = `0001${'ff'.repeat(256 - 3 - 51)}00${'3031300d060960864801650304020105000420'}${digest}`
    expect(await outcome(`${jwt}.${Buffer.from(signature, 'hex').toString('base64url')}`)).toBe(
      '401 jwt_authentication_error',
    )
  })

  test('with an RSA key that is too short is rejected', async () => {
    const short = generateKeyPairSync('rsa', { modulusLength: 2047 })
    await register('short', 'RSA', spki(short.publicKey))
    const jwt = signedPart({ alg: 'RS256', kid: 'short' })
    const signature = createSign('sha256').update(jwt).sign(short.privateKey).toString('base64url')
    expect(await outcome(`${jwt}.${signature}`)).toBe('401 jwt_authentication_error')
  })

  describe('a JWT whose key has an audience', () => {
    beforeAll(async () => {
      await register('for-rewards', 'HMAC', shared)
      await register('for-rewards-too', 'AES', aes.A128KW.toString('base64'))
      await visit.rows(`update signing_keys set audience = 'rewards' where kid like 'for-rewards%'`)
    })

    test.each<[unknown, string]>([
      ['rewards', 'verified'],
      [['newsletter', 'rewards'], 'verified'],
      ['newsletter', '401 jwt_error'],
      [['newsletter'], '401 jwt_error'],
      [undefined, '401 jwt_error'],
    ])('and whose aud is %j', async (aud, expected) => {
      const payload = JSON.stringify({ ...claims, aud })
      expect(await outcome(await signText(payload, { kid: 'for-rewards' }))).toBe(expected)
      const encrypted = await encryptWith('A128KW', 'for-rewards-too', aes.A128KW, payload)
      expect(await outcome(encrypted)).toBe(expected)
      const nested = await encryptWith('A128KW', 'for-rewards-too', aes.A128KW, await signText(payload))
      expect(await outcome(nested)).toBe(expected)
    })
  })

  test('in another one must be for the audiences of both keys', async () => {
    await register('inner', 'HMAC', shared)
    await register('outer', 'AES', aes.A128KW.toString('base64'))
    await visit.rows(`update signing_keys set audience = kid where kid in ('inner', 'outer')`)
    for (const [aud, expected] of [
      [['inner', 'outer'], 'verified'],
      [['inner'], '401 jwt_error'],
      [['outer'], '401 jwt_error'],
    ] as const) {
      const signed = await signText(JSON.stringify({ ...claims, aud }), { kid: 'inner' })
      expect(await outcome(await encryptWith('A128KW', 'outer', aes.A128KW, signed))).toBe(expected)
    }
  })

  test('can have any audience if its key has none', async () => {
    expect(await outcome(await signJwt({ ...claims, aud: 'newsletter' }))).toBe('verified')
  })

  test('with an unregistered key is rejected', async () => {
    expect(await outcome(await signJwt(claims, { kid: 'unknown' }))).toBe('401 jwt_authentication_error')
  })

  test('with a revoked key is rejected, but its successor works', async () => {
    await register('old', 'HMAC', shared)
    await register('new', 'HMAC', shared)
    const [oldJwt, newJwt] = [
      await signWith('HS256', 'old', bytesOf(shared)),
      await signWith('HS256', 'new', bytesOf(shared)),
    ]
    expect([await outcome(oldJwt), await outcome(newJwt)]).toEqual(['verified', 'verified'])
    await visit.rows(`update signing_keys set revoked_at = now() where kid = 'old'`)
    expect([await outcome(oldJwt), await outcome(newJwt)]).toEqual(['401 jwt_authentication_error', 'verified'])
  })
})
