import { CompactEncrypt, SignJWT } from 'jose'
import { describe, expect, test, vi } from 'vitest'
import { unverifiedReason, usableJwt } from '../../../src/session/jwt.js'

const KEY = new TextEncoder().encode('a secret of the brand that is long enough for HS256')

const signed = (exp: string, nbf = '-1m', header: object = { kid: 'a-key' }) =>
  new SignJWT({ email: 'ada@example.com' })
    .setProtectedHeader({ alg: 'HS256', ...header })
    .setNotBefore(nbf)
    .setExpirationTime(exp)
    .sign(KEY)

/** A host that answers each of these in turn, and counts how often it is asked. */
function host(...answers: string[]) {
  const asked = { times: 0 }
  return { asked, ask: async () => answers[asked.times++] ?? '' }
}

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

describe('a JWT that is valid for too long is used, and reported:', () => {
  const YEAR_MS = 365 * 86_400_000
  const jwtWith = (exp: unknown) =>
    `${part({ alg: 'HS256', kid: 'a-key' })}.${part({ email: 'ada@example.com', exp })}.c2ln`

  test.each([
    ['without exp', undefined, 'The JWT has no exp'],
    ['with exp in milliseconds', Date.now() + 300_000, 'counts seconds since 1970, not milliseconds'],
  ])('%s', async (_, exp, message) => {
    const reportError = vi.fn()
    expect(await usableJwt(undefined, jwtWith(exp), reportError)).toBe(jwtWith(exp))
    expect(reportError.mock.calls).toEqual([
      [expect.objectContaining({ code: 'invalid_argument', message: expect.stringContaining(message) })],
    ])
  })

  test('not one of a year', async () => {
    const reportError = vi.fn()
    await usableJwt(undefined, jwtWith((Date.now() + YEAR_MS) / 1000), reportError)
    expect(reportError).not.toHaveBeenCalled()
  })
})

describe('a JWT that is passed in', () => {
  test('is used if it is valid now', async () => {
    const jwt = await signed('5m')
    expect(await usableJwt(undefined, jwt)).toBe(jwt)
  })

  test('is used even if it has expired and there is no other, because it still identifies', async () => {
    const jwt = await signed('-1m', '-5m')
    expect(await usableJwt(undefined, jwt)).toBe(jwt)
  })

  test('is used if it is encrypted', async () => {
    const jwt = await new CompactEncrypt(Buffer.from('{}'))
      .setProtectedHeader({ alg: 'A256KW', enc: 'A256GCM', kid: 'a-key' })
      .encrypt(new Uint8Array(32))
    expect(await usableJwt(undefined, jwt)).toBe(jwt)
  })

  test.each([
    ['without the name of a key', {}],
    ['with an unknown algorithm', { alg: 'XX999', kid: 'a-key' }],
    ['without a signature algorithm', { alg: 'none', kid: 'a-key' }],
  ])('is used %s, because the platform decides', async (_, header) => {
    const jwt = `${part(header)}.${part({ email: 'ada@example.com' })}.c2ln`
    expect(await usableJwt(undefined, jwt)).toBe(jwt)
  })

  test.each([
    'dir',
    'ECDH-ES',
    'ECDH-ES+A128KW',
    'RSA-OAEP',
    'A128GCMKW',
  ])('is used if it is encrypted with %s', async alg => {
    const jwt = `${part({ alg, enc: 'A128GCM', kid: 'a-key' })}.a2V5.aXY.dGV4dA.dGFn`
    expect(await usableJwt(undefined, jwt)).toBe(jwt)
  })

  test('is used without the white space around it: backends end a text with a line break', async () => {
    const jwt = `${part({ alg: 'HS256', kid: 'a-key' })}.${part({ email: 'ada@example.com' })}.c2ln`
    expect(await usableJwt(undefined, `${jwt}\r\n`)).toBe(jwt)
    expect(await usableJwt(async () => ` ${jwt}\n`)).toBe(jwt)
  })

  test.each([
    'nonsense',
    '',
    'a.b.c',
    `${part({ alg: 'HS256' })}.${part({})}`,
    `${part({ alg: 'HS256' })}.${part({})}.c2ln.c2ln`,
    // Some browsers quote the value of a header that they refuse.
    `${part({ alg: 'HS256' })}.${part({})}.c2\nln`,
    `${part({ alg: 'HS256' })}.${part({})}.c2ün`,
  ])('throws an error that does not quote it if it is malformed: %j', async jwt => {
    const error: Error = await usableJwt(undefined, jwt).then(
      () => Promise.reject(new Error('It was taken')),
      error => error,
    )
    expect(error.message).toContain('malformed')
    if (jwt) expect(error.message).not.toContain(jwt)
  })
})

describe('the reason why a JWT does not verify', () => {
  const scoped = (claims: object) => `${part({ alg: 'HS256', kid: 'a-key' })}.${part(claims)}.c2ln`
  const scope = 'VERIFIED_CONSUMER'

  test.each([
    ['it has expired', { exp: 1_000, scope }, 'expired at 1970-01-01T00:16:40.000Z'],
    ['its expiry, a text of figures, has passed', { exp: '1000', scope }, 'expired at 1970-01-01T00:16:40.000Z'],
    ['it has no scope', {}, 'no claim `scope'],
    ['it has another scope', { scope: 'UPDATE_PROFILE' }, 'no claim `scope'],
    ['only the platform knows the reason', { scope: `openid ${scope}` }, 'but did not verify them'],
  ])('is found in its claims: %s', (_, claims, reason) => {
    expect(unverifiedReason(scoped(claims))).toContain(reason)
  })

  test('is unknown if the JWT is encrypted', () => {
    expect(unverifiedReason(`${part({ alg: 'dir', enc: 'A128GCM' })}..aXY.dGV4dA.dGFn`)).toContain('It is encrypted')
  })
})

describe('a JWT from the host', () => {
  test('is requested once if it is valid now', async () => {
    const jwt = await signed('5m')
    const { ask, asked } = host(jwt)
    expect(await usableJwt(ask)).toBe(jwt)
    expect(asked.times).toBe(1)
  })

  test('is requested again if it has expired', async () => {
    const fresh = await signed('5m')
    const { ask, asked } = host(await signed('-1m', '-5m'), fresh)
    expect(await usableJwt(ask)).toBe(fresh)
    expect(asked.times).toBe(2)
  })

  test('is requested again if it is not valid yet, and then used, because the platform’s clock decides', async () => {
    const early = await signed('1h', '30m')
    const { ask, asked } = host(early, early, early)
    expect(await usableJwt(ask)).toBe(early)
    expect(asked.times).toBe(2)
  })

  test('is missing without the option jwt: the error says what to do', async () => {
    await expect(usableJwt(undefined)).rejects.toThrow('jwt')
  })
})
