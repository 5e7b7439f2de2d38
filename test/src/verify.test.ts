import { CompactEncrypt, SignJWT } from 'jose'
import { describe, expect, test } from 'vitest'
import { fitProof } from '../../src/verify.js'

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

describe('a proof that is given', () => {
  test('is sent as it is when it is timely', async () => {
    const jwt = await signed('5m')
    expect(await fitProof(undefined, jwt)).toBe(jwt)
  })

  test('is sent even when it has expired, and nobody can be asked: it still identifies', async () => {
    const jwt = await signed('-1m', '-5m')
    expect(await fitProof(undefined, jwt)).toBe(jwt)
  })

  test('that is encrypted is for the platform to open', async () => {
    const jwt = await new CompactEncrypt(Buffer.from('{}'))
      .setProtectedHeader({ alg: 'A256KW', enc: 'A256GCM', kid: 'a-key' })
      .encrypt(new Uint8Array(32))
    expect(await fitProof(undefined, jwt)).toBe(jwt)
  })

  test.each([
    ['is malformed', async () => 'nonsense', 'malformed'],
    ['is malformed inside', async () => `${part({ alg: 'HS256', kid: 'a-key' })}.bm90IEpTT04.c2ln`, 'malformed'],
    ['has no kid', () => signed('5m', '-1m', {}), 'kid'],
    ['is signed by nobody', async () => `${part({ alg: 'none', kid: 'a-key' })}.${part({})}.`, 'alg'],
    ['is signed by no known algorithm', async () => `${part({ alg: 'XX999', kid: 'a-key' })}.${part({})}.c2ln`, 'alg'],
  ])('and %s is refused by its fault, and never printed', async (_, make, fault) => {
    const jwt = await make()
    const error: Error = await fitProof(undefined, jwt).then(
      () => Promise.reject(new Error('It was taken')),
      error => error,
    )
    expect(error.message).toContain(fault)
    expect(error.message).not.toContain(jwt)
  })
})

describe('a proof that the host is asked for', () => {
  test('is asked for once when it is timely', async () => {
    const jwt = await signed('5m')
    const { ask, asked } = host(jwt)
    expect(await fitProof(ask)).toBe(jwt)
    expect(asked.times).toBe(1)
  })

  test('is asked for once more when it has expired', async () => {
    const fresh = await signed('5m')
    const { ask, asked } = host(await signed('-1m', '-5m'), fresh)
    expect(await fitProof(ask)).toBe(fresh)
    expect(asked.times).toBe(2)
  })

  test('is asked for once more when this device’s clock says it is early, and then sent: the platform’s clock decides', async () => {
    const early = await signed('1h', '30m')
    const { ask, asked } = host(early, early, early)
    expect(await fitProof(ask)).toBe(early)
    expect(asked.times).toBe(2)
  })

  test('and nobody can be asked is an error that says what to do', async () => {
    await expect(fitProof(undefined)).rejects.toThrow('jwt')
  })
})
