import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { UnsecuredJWT } from 'jose'
import { describe, expect, test } from 'vitest'
import { demo } from '../../../../demo/platform/index.js'
import { signJwt } from '../../../proof.js'
import { codeOf, tokenIn, usePlatform } from '../use-platform.js'
import {
  aes,
  algorithms,
  bytesOf,
  claims,
  createEcKey,
  ec,
  encryptWith,
  rsa,
  shared,
  signText,
  signWith,
  useJwtKeys,
  withHeader,
} from './jwt-keys.js'

const visit = usePlatform()
const { send } = visit
const { outcome } = useJwtKeys(visit)
const otherRsa = generateKeyPairSync('rsa', { modulusLength: 2048 })

const signed = [
  ...algorithms.HMAC.map(alg => [alg, 'hmac', bytesOf(shared), bytesOf(shared.toUpperCase())] as const),
  ...algorithms.RSA.map(alg => [alg, 'rsa', rsa.privateKey, otherRsa.privateKey] as const),
  ...algorithms.EC.map(alg => [alg, alg, ec[alg]!.privateKey, createEcKey(alg).privateKey] as const),
]

describe.each(signed)('a JWT signed with %s', (alg, kid, key, wrongKey) => {
  test('is accepted', async () => {
    expect(await outcome(await signWith(alg, kid, key))).toBe('verified')
  })

  test('is rejected if its signature is broken', async () => {
    const [head, payload, signature] = (await signWith(alg, kid, key)).split('.') as [string, string, string]
    const broken = (signature[0] === 'A' ? 'B' : 'A') + signature.slice(1)
    expect(await outcome([head, payload, broken].join('.'))).toBe('401 jwt_authentication_error')
  })

  test('is rejected if its claims were changed', async () => {
    const [head, , signature] = (await signWith(alg, kid, key)).split('.')
    const [, payload] = (await signWith(alg, kid, key, { ...claims, email: 'grace@example.com' })).split('.')
    expect(await outcome([head, payload, signature].join('.'))).toBe('401 jwt_authentication_error')
  })

  test('is rejected if another key signed it', async () => {
    expect(await outcome(await signWith(alg, kid, wrongKey))).toBe('401 jwt_authentication_error')
  })

  test('is rejected if it names an algorithm that its key does not support', async () => {
    const other = kid === 'hmac' ? 'rsa' : 'hmac'
    expect(await outcome(await signWith(alg, other, key))).toBe('401 jwt_authentication_error')
  })
})

const wrapped = algorithms.AES.flatMap(alg => algorithms.content.map(enc => [alg, enc] as const))

describe('an encrypted JWT', () => {
  test.each(wrapped)('with %s and %s is accepted', async (alg, enc) => {
    expect(await outcome(await encryptWith(alg, alg, aes[alg], JSON.stringify(claims), enc))).toBe('verified')
  })

  test.each(wrapped)('with %s and %s is rejected if it was changed', async (alg, enc) => {
    const parts = (await encryptWith(alg, alg, aes[alg], JSON.stringify(claims), enc)).split('.')
    parts[3] = (parts[3]![0] === 'A' ? 'B' : 'A') + parts[3]!.slice(1)
    expect(await outcome(parts.join('.'))).toBe('401 jwt_authentication_error')
  })

  test.each(algorithms.AES)('is rejected if another key of %s encrypted it', async alg => {
    const jwt = await encryptWith(alg, alg, randomBytes(aes[alg].length), JSON.stringify(claims))
    expect(await outcome(jwt)).toBe('401 jwt_authentication_error')
  })

  describe.each(algorithms.RSA_PRIVATE)('encrypted with the platform’s public key, with %s', alg => {
    test.each(algorithms.content)('and %s, is accepted if it contains a signed JWT', async enc => {
      const inner = await signWith('RS256', 'rsa', rsa.privateKey)
      expect(await outcome(await encryptWith(alg, 'for-us', rsa.publicKey, inner, enc))).toBe('verified')
    })

    test('only identifies without a signed JWT, because everybody can encrypt with the public key', async () => {
      const jwt = await encryptWith(alg, 'for-us', rsa.publicKey, JSON.stringify(claims))
      expect(await outcome(jwt)).toBe('identified')
    })

    test('proves nothing without a signed JWT: a blocked device does not block the person it names', async () => {
      const email = `named-by-${alg.toLowerCase()}@example.com`
      await visit.identified(email)
      const token = await visit.anonymous()
      const { identity_id } = await (await send('/v5/token', { token })).json()
      await visit.rows(`update persons set blocks = '{"EVENTS":"Fraud"}' where person_id = $1`, [identity_id])
      const jwt = await encryptWith(alg, 'for-us', rsa.publicKey, JSON.stringify({ ...claims, email }))
      const response = await send('/v5/token', { token, headers: { 'X-Svc-Jwt': jwt } })
      expect([response.status, await codeOf(response)]).toEqual([403, 'access_denied'])
      expect(await visit.rows('select blocks from persons where email = $1', [email])).toEqual([{ blocks: {} }])
    })

    test('is rejected if the signature of the inner JWT is wrong', async () => {
      const inner = await signWith('RS256', 'rsa', otherRsa.privateKey)
      expect(await outcome(await encryptWith(alg, 'for-us', rsa.publicKey, inner))).toBe('401 jwt_authentication_error')
    })
  })
})

describe('a JWT', () => {
  const seconds = () => Math.floor(visit.now / 1000)
  const notUtf8 = new Uint8Array(Buffer.from('{"email":"ada@example.com","name":"\xff"}', 'latin1'))
  const deep = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)

  test.each([
    ['that is not a JWT', () => 'none'],
    ['with an empty payload', () => 'a..b'],
    ['without a kid', () => signJwt(claims, { kid: undefined })],
    ['whose kid is empty', () => signJwt(claims, { kid: '' })],
    ['whose payload is not an object', () => signText('[]')],
    ['whose payload is not UTF-8', () => signText(notUtf8)],
    ['whose encrypted content is not UTF-8', () => encryptWith('A128KW', 'A128KW', aes.A128KW, notUtf8)],
    [
      'that is encrypted without an initialization vector',
      async () => {
        const parts = (await encryptWith('A128KW', 'A128KW', aes.A128KW, JSON.stringify(claims))).split('.')
        return [...parts.slice(0, 2), '', ...parts.slice(3)].join('.')
      },
    ],
    ['whose claims have 200 levels of nesting', () => signText(`{"email":"ada@example.com","a":${deep(200)}}`)],
    ['whose claims have 50,000 levels of nesting', () => signText(`{"email":"ada@example.com","a":${deep(50_000)}}`)],
    ['whose claims have half a character', () => signText('{"email":"ada@example.com","a":"\\ud800"}')],
    ['with a critical extension', () => signText(JSON.stringify(claims), { crit: ['b64'], b64: true })],
    ['whose kid is a list', () => signText(JSON.stringify(claims), { kid: ['hmac'] })],
    ['whose kid is a number', () => signJwt(claims, { kid: 7 })],
    ['without an alg', async () => withHeader({ kid: 'hmac' }, await signText(JSON.stringify(claims)))],
    ['whose aud is a number', () => signJwt({ ...claims, aud: 7 })],
    ['whose scope is a number', () => signJwt({ ...claims, scope: 7 })],
    ['without an identity', () => signJwt({ sub: 'ada', scope: 'VERIFIED_CONSUMER' })],
    ['without an identity and without a scope', () => signJwt({ first_name: 'Ada' })],
    ['with an invalid email', () => signJwt({ ...claims, email: 'nonsense' })],
    ['whose partner_user_id is too long', () => signJwt({ ...claims, partner_user_id: 'x'.repeat(201) })],
    ['whose exp is a word', () => signJwt({ ...claims, exp: 'tomorrow' })],
    ['whose exp is null', () => signText(JSON.stringify({ ...claims, exp: null }))],
    ['that is not valid yet', () => signJwt({ ...claims, nbf: seconds() + 6 })],
    ['that is not valid yet, as a string', () => signJwt({ ...claims, nbf: String(seconds() + 6) })],
    ['that was issued in the future', () => signJwt({ ...claims, iat: seconds() + 6 })],
  ])('%s is a jwt_error: 400 in the token call, 401 in other calls', async (_, make) => {
    const jwt = await make()
    const made = await send('/v5/token', { json: { jwt } })
    expect(`${made.status} ${await codeOf(made)}`).toBe('400 jwt_error')
    expect(await outcome(jwt)).toBe('401 jwt_error')
  })

  test('with an algorithm that is not supported is rejected, and the message lists those that are', async () => {
    const { privateKey } = generateKeyPairSync('ed25519')
    for (const kid of ['hmac', 'unknown']) {
      const response = await send('/v5/token', { json: { jwt: await signWith('EdDSA', kid, privateKey) } })
      expect([response.status, await response.json()]).toEqual([
        401,
        expect.objectContaining({
          code: 'jwt_authentication_error',
          message: expect.stringMatching(/not supported\. Supported: HS256, .*RS256, .*ES512/),
        }),
      ])
    }
  })

  test('with alg none is rejected', async () => {
    const [, payload] = new UnsecuredJWT(claims).encode().split('.')
    for (const kid of [demo.jwtKey.kid, 'hmac', 'rsa']) {
      const head = Buffer.from(JSON.stringify({ alg: 'none', kid })).toString('base64url')
      expect(await outcome(`${head}.${payload}.`)).toBe('401 jwt_authentication_error')
    }
  })

  test.each([
    ['as numbers', (time: number) => time],
    ['as strings', (time: number) => String(time)],
  ])('with its times %s is accepted while it is valid', async (_, written) => {
    // The clock of the backend can be five seconds ahead.
    const times = { iat: written(seconds() + 5), nbf: written(seconds() + 5), exp: written(seconds() + 1) }
    expect(await outcome(await signJwt({ ...claims, ...(times as object) }))).toBe('verified')
  })

  test.each([
    ['that has expired', () => ({ ...claims, exp: seconds() })],
    ['that has expired in 1970', () => ({ ...claims, exp: 0 })],
    ['that has expired, as a string', () => ({ ...claims, exp: String(seconds()) })],
    ['without a scope', () => ({ email: claims.email })],
    ['with another scope', () => ({ ...claims, scope: 'UPDATE_PROFILE' })],
    ['with scopes between commas', () => ({ ...claims, scope: 'UPDATE_PROFILE,VERIFIED_CONSUMER' })],
  ])('%s identifies the consumer, but does not verify', async (_, payload) => {
    expect(await outcome(await signJwt(payload()))).toBe('identified')
  })

  test.each([
    ['UPDATE_PROFILE VERIFIED_CONSUMER'],
    [['UPDATE_PROFILE', 'VERIFIED_CONSUMER']],
  ])('can list its scopes as %j', async scope => {
    expect(await outcome(await signJwt({ ...claims, scope }))).toBe('verified')
  })

  test('can identify the person by partner_user_id', async () => {
    const jwt = await signJwt({ partner_user_id: demo.grace.partner_user_id, scope: 'VERIFIED_CONSUMER' })
    const response = await send('/v4/me', { token: await visit.anonymous(), headers: { 'X-Svc-Jwt': jwt } })
    expect((await response.json()).email).toBe(demo.grace.email)
  })

  test('does not lower the level of a verified consumer, who keeps the token', async () => {
    const token = await visit.verified(claims.email)
    const response = await send('/v4/me', { token, headers: { 'X-Svc-Jwt': await signJwt({ email: claims.email }) } })
    expect(tokenIn(response)).toBe(token)
  })
})
