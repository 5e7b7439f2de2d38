import {
  createHash,
  createHmac,
  createPublicKey,
  createSign,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto'
import { CompactEncrypt, CompactSign, SignJWT, UnsecuredJWT } from 'jose'
import { beforeAll, describe, expect, test } from 'vitest'
import { algorithms, contentEncryptions, type KeyKind } from '../../../../demo/platform/identity/registered-key.js'
import { demo } from '../../../../demo/platform/index.js'
import { signJwt } from '../../../proof.js'
import { codeOf, tokenIn, usePlatform } from '../use-platform.js'

const visit = usePlatform()
const { send } = visit

const claims = { email: 'ada@example.com', scope: 'VERIFIED_CONSUMER' }
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
const otherRsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
const curves = { ES256: 'P-256', ES384: 'P-384', ES512: 'P-521' } as const
const ec = (alg: string) => generateKeyPairSync('ec', { namedCurve: curves[alg as keyof typeof curves] })
const elliptic = Object.fromEntries(algorithms.EC.map(alg => [alg, ec(alg)]))
const shared = 'a-shared-secret-of-sixty-four-characters-as-HS512-wants-to-have-'
const aes = { A128KW: randomBytes(16), A192KW: randomBytes(24), A256KW: randomBytes(32) }

const spki = (key: KeyObject) => key.export({ format: 'der', type: 'spki' }).toString('base64')
const register = (kid: string, kind: KeyKind, material: string, clientId: string = demo.clientId) =>
  visit.rows('insert into signing_keys (kid, client_id, kind, material) values ($1, $2, $3, $4)', [
    kid,
    clientId,
    kind,
    material,
  ])

beforeAll(async () => {
  await register('hmac', 'HMAC', shared)
  await register('rsa', 'RSA', spki(rsa.publicKey))
  for (const alg of algorithms.EC) await register(alg, 'EC', spki(elliptic[alg]!.publicKey))
  for (const [alg, key] of Object.entries(aes)) await register(alg, 'AES', key.toString('base64'))
  await register('for-us', 'RSA_PRIVATE', rsa.privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64'))
})

const secret = (text: string) => new TextEncoder().encode(text)
const signWith = (alg: string, kid: string, key: KeyObject | Uint8Array, payload: object = claims) =>
  new SignJWT({ ...payload }).setProtectedHeader({ alg, kid, typ: 'JWT' }).sign(key)
const signText = (text: string | Uint8Array, header: object = {}) =>
  new CompactSign(typeof text === 'string' ? secret(text) : text)
    .setProtectedHeader({ alg: 'HS256', kid: 'hmac', ...header })
    .sign(secret(shared))
const encryptWith = (
  alg: string,
  kid: string,
  key: KeyObject | Uint8Array,
  text: string | Uint8Array,
  enc = 'A256GCM',
) =>
  new CompactEncrypt(typeof text === 'string' ? secret(text) : text).setProtectedHeader({ alg, enc, kid }).encrypt(key)

/** What the JWT makes of an anonymous consumer: a level, or the error's status and code. */
async function outcome(jwt: string): Promise<string> {
  const response = await send('/v5/token', { token: await visit.anonymous(), headers: { 'X-Svc-Jwt': jwt } })
  if (!response.ok) return `${response.status} ${await codeOf(response)}`
  const { scopes } = await response.json()
  return scopes.includes('VERIFIED_CONSUMER')
    ? 'verified'
    : scopes.includes('UPDATE_PROFILE')
      ? 'identified'
      : 'anonymous'
}

const signed = [
  ...algorithms.HMAC.map(alg => [alg, 'hmac', secret(shared), secret(shared.toUpperCase())] as const),
  ...algorithms.RSA.map(alg => [alg, 'rsa', rsa.privateKey, otherRsa.privateKey] as const),
  ...algorithms.EC.map(alg => [alg, alg, elliptic[alg]!.privateKey, ec(alg).privateKey] as const),
]

describe.each(signed)('a JWT signed with %s', (alg, kid, key, wrongKey) => {
  test('verifies', async () => {
    expect(await outcome(await signWith(alg, kid, key))).toBe('verified')
  })

  test('with a broken signature does not', async () => {
    const [head, payload, signature] = (await signWith(alg, kid, key)).split('.') as [string, string, string]
    const broken = (signature[0] === 'A' ? 'B' : 'A') + signature.slice(1)
    expect(await outcome([head, payload, broken].join('.'))).toBe('401 jwt_authentication_error')
  })

  test('with other claims under the signature does not', async () => {
    const [head, , signature] = (await signWith(alg, kid, key)).split('.')
    const [, payload] = (await signWith(alg, kid, key, { ...claims, email: 'grace@example.com' })).split('.')
    expect(await outcome([head, payload, signature].join('.'))).toBe('401 jwt_authentication_error')
  })

  test('by another key does not', async () => {
    expect(await outcome(await signWith(alg, kid, wrongKey))).toBe('401 jwt_authentication_error')
  })

  test('that names an algorithm its key is not for does not', async () => {
    const other = kid === 'hmac' ? 'rsa' : 'hmac'
    expect(await outcome(await signWith(alg, other, key))).toBe('401 jwt_authentication_error')
  })
})

const wrapped = algorithms.AES.flatMap(alg => contentEncryptions.map(enc => [alg, enc] as const))

describe('an encrypted JWT', () => {
  test.each(wrapped)('with %s and %s verifies', async (alg, enc) => {
    expect(await outcome(await encryptWith(alg, alg, aes[alg], JSON.stringify(claims), enc))).toBe('verified')
  })

  test.each(wrapped)('with %s and %s that was tampered with does not', async (alg, enc) => {
    const parts = (await encryptWith(alg, alg, aes[alg], JSON.stringify(claims), enc)).split('.')
    parts[3] = (parts[3]![0] === 'A' ? 'B' : 'A') + parts[3]!.slice(1)
    expect(await outcome(parts.join('.'))).toBe('401 jwt_authentication_error')
  })

  test.each(algorithms.AES)('with another key of %s does not', async alg => {
    const jwt = await encryptWith(alg, alg, randomBytes(aes[alg].length), JSON.stringify(claims))
    expect(await outcome(jwt)).toBe('401 jwt_authentication_error')
  })

  describe.each(algorithms.RSA_PRIVATE)('for the platform, with %s', alg => {
    test.each(contentEncryptions)('and %s verifies by the signed JWT inside', async enc => {
      const inner = await signWith('RS256', 'rsa', rsa.privateKey)
      expect(await outcome(await encryptWith(alg, 'for-us', rsa.publicKey, inner, enc))).toBe('verified')
    })

    test('identifies only without one, as anybody can encrypt for the platform', async () => {
      const jwt = await encryptWith(alg, 'for-us', rsa.publicKey, JSON.stringify(claims))
      expect(await outcome(jwt)).toBe('identified')
    })

    test('fails with a wrongly signed one inside', async () => {
      const inner = await signWith('RS256', 'rsa', otherRsa.privateKey)
      expect(await outcome(await encryptWith(alg, 'for-us', rsa.publicKey, inner))).toBe('401 jwt_authentication_error')
    })
  })
})

describe('a JWT', () => {
  const seconds = () => Math.floor(visit.now / 1000)
  const notUtf8 = new Uint8Array(Buffer.from('{"email":"ada@example.com","name":"\xff"}', 'latin1'))
  const deep = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
  const withHeader = (header: object, jwt: string) => [encode(header), ...jwt.split('.').slice(1)].join('.')
  /** What a signature is over: for keys that jose itself refuses to sign with. */
  const signedPart = (header: object) => `${encode(header)}.${encode(claims)}`

  test.each([
    ['that is none', () => 'none'],
    ['with an empty payload', () => 'a..b'],
    ['without a kid', () => signJwt(claims, { kid: undefined })],
    ['whose payload is no object', () => signText('[]')],
    ['whose payload is not UTF-8', () => signText(notUtf8)],
    ['whose encrypted content is not UTF-8', () => encryptWith('A128KW', 'A128KW', aes.A128KW, notUtf8)],
    ['whose claims nest too deep', () => signText(`{"email":"ada@example.com","a":${deep(200)}}`)],
    ['whose claims nest far too deep', () => signText(`{"email":"ada@example.com","a":${deep(50_000)}}`)],
    ['with a critical extension', () => signText(JSON.stringify(claims), { crit: ['b64'], b64: true })],
    ['whose kid is a list', () => signText(JSON.stringify(claims), { kid: ['hmac'] })],
    ['whose kid is a number', () => signJwt(claims, { kid: 7 })],
    ['without an alg', async () => withHeader({ kid: 'hmac' }, await signText(JSON.stringify(claims)))],
    ['whose aud is a number', () => signJwt({ ...claims, aud: 7 })],
    ['that names nobody', () => signJwt({ scope: 'VERIFIED_CONSUMER' })],
    ['whose exp is a word', () => signJwt({ ...claims, exp: 'tomorrow' })],
    ['that is not valid yet', () => signJwt({ ...claims, nbf: seconds() + 60 })],
    ['that is not valid yet, in digits', () => signJwt({ ...claims, nbf: String(seconds() + 60) })],
    ['that was issued in the future', () => signJwt({ ...claims, iat: seconds() + 60 })],
  ])('%s is a jwt_error: 400 where a token is made, 401 elsewhere', async (_, make) => {
    const jwt = await make()
    const made = await send('/v5/token', { json: { jwt } })
    expect(`${made.status} ${await codeOf(made)}`).toBe('400 jwt_error')
    expect(await outcome(jwt)).toBe('401 jwt_error')
  })

  test('with alg none is refused', async () => {
    const [, payload] = new UnsecuredJWT(claims).encode().split('.')
    for (const kid of [demo.jwtKey.kid, 'hmac', 'rsa']) {
      const head = Buffer.from(JSON.stringify({ alg: 'none', kid })).toString('base64url')
      expect(await outcome(`${head}.${payload}.`)).toBe('401 jwt_authentication_error')
    }
  })

  test('signed with a public key as if it were a shared secret is refused', async () => {
    const asSecret = rsa.publicKey.export({ format: 'pem', type: 'spki' }).toString()
    expect(await outcome(await signWith('HS256', 'rsa', secret(asSecret)))).toBe('401 jwt_authentication_error')
  })

  test.each(algorithms.EC)('with %s and no signature is refused for the keys of the other curves, too', async alg => {
    const [, payload] = new UnsecuredJWT(claims).encode().split('.')
    for (const kid of algorithms.EC) {
      const jwt = withHeader({ alg, kid }, `.${payload}.`)
      expect(await outcome(jwt)).toBe('401 jwt_authentication_error')
    }
  })

  test('of a key that the sandbox has registered is refused, also beside a key of the same kid', async () => {
    await register('sandboxed', 'HMAC', shared, demo.sandboxClientId)
    await register('hmac', 'HMAC', shared.toUpperCase(), demo.sandboxClientId)
    expect(await outcome(await signWith('HS256', 'sandboxed', secret(shared)))).toBe('401 jwt_authentication_error')
    expect(await outcome(await signWith('HS256', 'hmac', secret(shared.toUpperCase())))).toBe(
      '401 jwt_authentication_error',
    )
    expect(await outcome(await signWith('HS256', 'hmac', secret(shared)))).toBe('verified')
  })

  test.each([
    ['HS256', 32],
    ['HS384', 48],
    ['HS512', 64],
  ])('with %s needs a secret of %i bytes', async (alg, bytes) => {
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

  test('of an RSA key whose exponent is 1, for which everybody can sign, is refused', async () => {
    const { n } = rsa.publicKey.export({ format: 'jwk' })
    const key = createPublicKey({ key: { kty: 'RSA', n: n!, e: 'AQ' }, format: 'jwk' })
    await register('exponent-1', 'RSA', spki(key))
    const jwt = signedPart({ alg: 'RS256', kid: 'exponent-1' })
    const digest = createHash('sha256').update(jwt).digest('hex')
    // The signed text of PKCS #1: with the exponent 1 it is its own signature.
    const signature = `0001${'ff'.repeat(256 - 3 - 51)}00${'3031300d060960864801650304020105000420'}${digest}`
    expect(await outcome(`${jwt}.${Buffer.from(signature, 'hex').toString('base64url')}`)).toBe(
      '401 jwt_authentication_error',
    )
  })

  test('of an RSA key that is too short is refused', async () => {
    const short = generateKeyPairSync('rsa', { modulusLength: 1024 })
    await register('short', 'RSA', spki(short.publicKey))
    const jwt = signedPart({ alg: 'RS256', kid: 'short' })
    const signature = createSign('sha256').update(jwt).sign(short.privateKey).toString('base64url')
    expect(await outcome(`${jwt}.${signature}`)).toBe('401 jwt_authentication_error')
  })

  describe('of a key that names an audience', () => {
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
    ])('whose aud is %j', async (aud, expected) => {
      const payload = JSON.stringify({ ...claims, aud })
      expect(await outcome(await signText(payload, { kid: 'for-rewards' }))).toBe(expected)
      const encrypted = await encryptWith('A128KW', 'for-rewards-too', aes.A128KW, payload)
      expect(await outcome(encrypted)).toBe(expected)
      const nested = await encryptWith('A128KW', 'for-rewards-too', aes.A128KW, await signText(payload))
      expect(await outcome(nested)).toBe(expected)
    })
  })

  test('may have any audience where its key names none', async () => {
    expect(await outcome(await signJwt({ ...claims, aud: 'newsletter' }))).toBe('verified')
  })

  test('of a key nobody registered is refused', async () => {
    expect(await outcome(await signJwt(claims, { kid: 'nobodys' }))).toBe('401 jwt_authentication_error')
  })

  test('whose key was revoked is refused, while the key after it is good', async () => {
    await register('old', 'HMAC', shared)
    await register('new', 'HMAC', shared)
    const [old, fresh] = [
      await signWith('HS256', 'old', secret(shared)),
      await signWith('HS256', 'new', secret(shared)),
    ]
    expect([await outcome(old), await outcome(fresh)]).toEqual(['verified', 'verified'])
    await visit.rows(`update signing_keys set revoked_at = now() where kid = 'old'`)
    expect([await outcome(old), await outcome(fresh)]).toEqual(['401 jwt_authentication_error', 'verified'])
  })

  test.each([
    ['as numbers', (time: number) => time],
    ['as digits', (time: number) => String(time)],
  ])('with its times %s verifies while it is current', async (_, written) => {
    const times = { iat: written(seconds()), nbf: written(seconds() - 60), exp: written(seconds() + 60) }
    expect(await outcome(await signJwt({ ...claims, ...(times as object) }))).toBe('verified')
  })

  test.each([
    ['that has expired', () => ({ ...claims, exp: seconds() - 1 })],
    ['that has expired, in digits', () => ({ ...claims, exp: String(seconds() - 1) })],
    ['without a scope', () => ({ email: claims.email })],
    ['with another scope', () => ({ ...claims, scope: 'UPDATE_PROFILE' })],
  ])('%s identifies without verifying', async (_, payload) => {
    expect(await outcome(await signJwt(payload()))).toBe('identified')
  })

  test.each([
    ['UPDATE_PROFILE VERIFIED_CONSUMER'],
    [['VERIFIED_CONSUMER']],
  ])('may list its scopes as %j', async scope => {
    expect(await outcome(await signJwt({ ...claims, scope }))).toBe('verified')
  })

  test('names the person by partner_user_id, too', async () => {
    const jwt = await signJwt({ partner_user_id: demo.grace.partner_user_id, scope: 'VERIFIED_CONSUMER' })
    const response = await send('/v4/me', { token: await visit.anonymous(), headers: { 'X-Svc-Jwt': jwt } })
    expect((await response.json()).email).toBe(demo.grace.email)
  })

  test('never lowers who is verified already, and keeps their token', async () => {
    const token = await visit.verified(claims.email)
    const response = await send('/v4/me', { token, headers: { 'X-Svc-Jwt': await signJwt({ email: claims.email }) } })
    expect(tokenIn(response)).toBe(token)
  })
})
