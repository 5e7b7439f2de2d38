import { createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { afterEach, describe, expect, test } from 'vitest'
import { demo } from '../../../../demo/platform/index.js'
import { createEcKey, encryptWith, signWith } from '../identity/jwt-keys.js'
import { usePlatform } from '../use-platform.js'
import { useConsole } from './use-console.js'

const visit = usePlatform()
const user = useConsole(visit)

afterEach(() => visit.rows(`delete from signing_keys where kid like 'test%'`))

const empty = { kid: 'test', source: 'secret', text: '', audience: '' }
const add = (fields: Record<string, string>) => user.send('/console/keys', { ...empty, ...fields })
const pem = (key: KeyObject) => key.export({ format: 'pem', type: 'spki' }).toString()
const der = (key: KeyObject) => key.export({ format: 'der', type: 'spki' }).toString('base64')
const levelWith = async (jwt: string) => {
  const response = await visit.send('/api/v5/token', { json: { jwt } })
  return response.ok ? (await response.json()).scopes : response.status
}
const secretsIn = (page: string) =>
  [...page.matchAll(/<code class="secret">([^<]*)</g)].map(([, text]) => text!.replaceAll('&quot;', '"'))
const VERIFIED = expect.arrayContaining(['VERIFIED_CONSUMER'])

describe('a test JWT', () => {
  test.each([
    ['a generated secret', { source: 'secret' }],
    ['a given secret', { source: 'secret', text: 'a-secret-of-thirty-two-characters' }],
    ['a generated encryption key', { source: 'encryption' }],
    ['a key with an audience', { source: 'secret', audience: 'rewards' }],
  ])('with %s shows its claims, and verifies on the program domain', async (_, fields) => {
    const added = await add(fields)
    expect([added.status, added.headers.get('Location')]).toEqual([303, '/console/keys/test?done=added'])
    const page = await (await user.send('/console/keys/test', { email: 'ada@example.com' })).text()
    expect(page).toContain('This JWT verifies the consumer.')
    const [, claims, jwt] = secretsIn(page)
    expect(JSON.parse(claims!)).toEqual({ email: 'ada@example.com' })
    expect(await levelWith(jwt!)).toEqual(VERIFIED)
  })

  test('needs an email address', async () => {
    const response = await user.send(`/console/keys/${demo.jwtKey.kid}`, { email: 'ada' })
    expect([response.status, await response.text()]).toEqual([422, expect.stringContaining('Enter an email address')])
  })
})

describe('an uploaded public key', () => {
  const ec = createEcKey('ES256')
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })

  test.each([
    ['EC in PEM', 'ES256', pem(ec.publicKey), ec.privateKey],
    ['EC as a JWK', 'ES256', JSON.stringify(ec.publicKey.export({ format: 'jwk' })), ec.privateKey],
    ['EC as DER in Base64', 'ES256', der(ec.publicKey), ec.privateKey],
    ['RSA in PEM', 'PS256', pem(rsa.publicKey), rsa.privateKey],
    ['RSA as a JWK', 'RS384', JSON.stringify(rsa.publicKey.export({ format: 'jwk' })), rsa.privateKey],
    ['RSA as DER in Base64', 'RS256', der(rsa.publicKey), rsa.privateKey],
    ['RSA as DER in lines of Base64', 'PS512', der(rsa.publicKey).replace(/.{64}/g, '$&\n'), rsa.privateKey],
    [
      'RSA as DER in Base64 for URLs',
      'RS512',
      Buffer.from(der(rsa.publicKey), 'base64').toString('base64url'),
      rsa.privateKey,
    ],
  ])('%s verifies, and the form checks its JWTs', async (_, alg, text, privateKey) => {
    await add({ source: 'public', text })
    const jwt = await signWith(alg, 'test', privateKey)
    expect(await levelWith(jwt)).toEqual(VERIFIED)
    expect(await (await user.send('/console/keys/test', { jwt })).text()).toContain('This JWT verifies the consumer.')
    const named = await signWith(alg, 'test', privateKey, { email: 'ada@example.com' })
    expect(await (await user.send('/console/keys/test', { jwt: named })).text()).toContain('identifies the consumer')
    const forged = await user.send('/console/keys/test', { jwt: `${jwt.slice(0, -6)}AAAAAA` })
    expect([forged.status, await forged.text()]).toEqual([422, expect.stringContaining('cannot be verified')])
  })

  test.each([
    ['nothing', '', 'Paste a public key'],
    ['a private key', rsa.privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(), 'This is a private key'],
    [
      'a private key as DER',
      rsa.privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64'),
      'This is a private key',
    ],
    [
      'a private EC key as DER',
      ec.privateKey.export({ format: 'der', type: 'sec1' }).toString('base64'),
      'This is a private key',
    ],
    [
      'a short key as DER',
      der(generateKeyPairSync('rsa', { modulusLength: 1024 }).publicKey),
      'This is not an RSA key',
    ],
    ['Base64 of something else', Buffer.from('a text of no key at all').toString('base64'), 'This is not an RSA key'],
    ['a private JWK', JSON.stringify(ec.privateKey.export({ format: 'jwk' })), 'This is a private key'],
    ['another text', '{"kty":"<b>"}', 'This is not an RSA key'],
    ['an Ed448 key', pem(generateKeyPairSync('ed448').publicKey), 'Ed25519 and Ed448 keys are not supported'],
    ['an Ed25519 key', pem(generateKeyPairSync('ed25519').publicKey), 'Ed25519 and Ed448 keys are not supported'],
    ['a short key', pem(generateKeyPairSync('rsa', { modulusLength: 2047 }).publicKey), 'This is not an RSA key'],
  ])('is refused if it is %s', async (_, text, message) => {
    const response = await add({ source: 'public', text })
    const page = await response.text()
    expect([response.status, page]).toEqual([422, expect.stringContaining(message)])
    expect(page).toContain('value="public" checked')
    expect(page).toContain(text.trim().replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'))
  })
})

test.each([
  ['a public key in PEM', 'secret', pem(createEcKey('ES256').publicKey)],
  ['a public key as DER', 'secret', der(createEcKey('ES256').publicKey)],
  ['a public key as a JWK', 'secret', JSON.stringify(createEcKey('ES256').publicKey.export({ format: 'jwk' }))],
  ['a private key', 'secret', createEcKey('ES256').privateKey.export({ format: 'pem', type: 'pkcs8' }).toString()],
  [
    'a secret as a JWK',
    'secret',
    JSON.stringify({ kty: 'oct', k: 'c2VjcmV0IHNlY3JldCBzZWNyZXQgc2VjcmV0IDMyIGJ5dGVz' }),
  ],
  ['a text that is not Base64', 'encryption', 'not Base64: abcdefghijklmnopqrstuvwxyzabcdefgh'],
])('%s is no shared key of the type %s', async (_, source, text) => {
  const response = await add({ source, text })
  expect([response.status, await response.text()]).toEqual([422, expect.stringContaining('role="alert"')])
})

test.each(['.', '..'])('“%s” is no Partner Key ID: it has no page', async kid => {
  const response = await add({ kid })
  expect([response.status, await response.text()]).toEqual([422, expect.stringContaining('A Partner Key ID has')])
})

test('a JWT that the calls refuse is refused with the same reason', async () => {
  const { publicKey, privateKey } = createEcKey('ES256')
  await add({ source: 'public', text: pem(publicKey) })
  for (const [claims, message] of [
    [{ email: 'nonsense' }, 'The email address is invalid'],
    [{ email: undefined }, 'The JWT has no email or partner_user_id'],
  ] as const) {
    const jwt = await signWith('ES256', 'test', privateKey, claims)
    const refused = await user.send('/console/keys/test', { jwt })
    expect([refused.status, await refused.text()]).toEqual([422, expect.stringContaining(message)])
    expect(await (await visit.send('/api/v5/token', { json: { jwt } })).json()).toMatchObject({ message })
  }
})

test('the platform creates a key pair for encryption, and shows the public key', async () => {
  await add({ source: 'encryption-pair' })
  const [publicKey] = secretsIn(await user.read('/console/keys/test'))
  const inner = await signWith('HS256', demo.jwtKey.kid, new TextEncoder().encode(demo.jwtKey.secret))
  const jwt = await encryptWith('RSA-OAEP-256', 'test', createPublicKey(publicKey!), inner)
  expect(await levelWith(jwt)).toEqual(VERIFIED)
})

test.each([
  [{ kid: 'a b' }, 'A Partner Key ID has'],
  [{ kid: 'test-'.padEnd(101, 'x') }, 'A Partner Key ID has'],
  [{ source: 'constructor' }, 'Choose a type'],
  [{ text: 'too-short' }, 'at least 32 bytes'],
  [{ source: 'encryption', text: 'AAAA' }, '16, 24 or 32 bytes'],
  [{ source: 'encryption', text: Buffer.alloc(20).toString('base64') }, '16, 24 or 32 bytes'],
  [{ source: 'encryption-pair', text: 'AAAA' }, 'Leave the key empty'],
  [{ kid: demo.jwtKey.kid }, 'A key has or had this Partner Key ID'],
])('the form refuses %o', async (fields, message) => {
  const response = await add(fields)
  expect([response.status, await response.text()]).toEqual([422, expect.stringContaining(message)])
})

const stateOf = async (kid: string) =>
  (await user.read('/console/keys')).split('<tr>').find(row => row.includes(`>${kid}<`))

test.each([
  ['Shared secret', { source: 'secret' }],
  ['RSA public key', { source: 'public', text: pem(generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey) }],
  ['EC public key', { source: 'public', text: pem(createEcKey('ES256').publicKey) }],
  ['Shared encryption key', { source: 'encryption' }],
  ['Encryption key pair', { source: 'encryption-pair' }],
])('a key of the type %s is listed as such', async (type, fields) => {
  const added = await add(fields)
  const page = await user.read(added.headers.get('Location')!)
  expect(page).toContain('The key is active.')
  expect(page).toContain(`<p class="lead">${type} (`)
  expect(await stateOf('test')).toContain(`data-label="Type">${type}<`)
})

test('any number of keys can be active, and each one verifies', async () => {
  const kids = ['test-1', 'test-2', 'test-'.padEnd(100, '3')]
  for (const kid of kids) expect((await add({ kid })).status).toBe(303)
  for (const kid of kids) {
    expect(await stateOf(kid)).toContain('data-label="State">Active')
    const page = await (await user.send(`/console/keys/${kid}`, { email: 'ada@example.com' })).text()
    expect(await levelWith(secretsIn(page)[2]!)).toEqual(VERIFIED)
  }
})

test('a key is added once if two requests add it', async () => {
  const responses = await Promise.all([add({ kid: 'test-twice' }), add({ kid: 'test-twice' })])
  expect(responses.map(({ status }) => status).sort()).toEqual([303, 422])
})

test('the JWTs of a revoked key are invalid, and its id stays used', async () => {
  await add({})
  const [, , jwt] = secretsIn(await (await user.send('/console/keys/test', { email: 'ada@example.com' })).text())
  expect(await user.read('/console/keys/test/revoke')).toContain('Revoke the key test?')
  const revoked = await user.send('/console/keys/test/revoke')
  expect(await user.read(revoked.headers.get('Location')!)).toContain('The key is revoked')
  expect(await levelWith(jwt!)).toBe(401)
  expect((await user.open('/console/keys/test')).status).toBe(404)
  const row = await stateOf('test')
  expect(row).toMatch(/data-label="State">Revoked <time datetime="2026-05-01/)
  expect(row).not.toContain('/revoke')
  expect(await (await add({})).text()).toContain('A key has or had this Partner Key ID')
})

test('the keys of the sandbox are not those of production', async () => {
  await add({ kid: 'test-of-both' })
  await user.send('/console/client', { client_id: demo.sandbox.clientId })
  expect((await add({ kid: 'test-of-both' })).status).toBe(303)
  await user.send('/console/keys/test-of-both/revoke')
  expect((await user.open('/console/keys/test-of-both')).status).toBe(404)
  await user.send('/console/client', { client_id: demo.clientId })
  expect((await user.open('/console/keys/test-of-both')).status).toBe(200)
  await user.send('/console/client', { client_id: demo.sandbox.clientId })
  expect(await user.read('/console/keys')).toContain(`>${demo.sandbox.jwtKey.kid}<`)
  await user.send('/console/client', { client_id: demo.clientId })
  expect((await user.open(`/console/keys/${demo.sandbox.jwtKey.kid}`)).status).toBe(404)
})
