import { createHook } from 'node:async_hooks'
import { describe, expect, onTestFinished, test } from 'vitest'
import { demo } from '../../../../demo/platform/index.js'
import { hashOf } from '../../../../demo/platform/store/id.js'
import { type Call, codeOf, server, tokenIn, usePlatform } from '../use-platform.js'

const visit = usePlatform()
const send = (path: string, call: Call = {}) => visit.send(server + path, call)
const backend = { token: demo.serverToken }
const create = async (json: object, call: Call = backend) => (await send('/v4/tokens', { json, ...call })).json()
const own = async (token: string) => (await send('/v4/tokens', { token })).json()

const DAY = 86_400
const backendScopes = ['BACKEND', 'CLIENT_ADMIN', 'USER_SUPPORT']

describe('creating a token', () => {
  test('without a body copies the caller’s scopes and returns all seven fields', async () => {
    const token = await (await send('/v4/tokens', { method: 'POST', ...backend })).json()
    expect(token).toEqual({
      access_token: expect.any(String),
      client_id: demo.clientId,
      expires_in: DAY,
      identity_id: 'juniper-backend',
      person_id: 'juniper-backend',
      scopes: backendScopes,
      type: 'MANAGED',
    })
    expect(await own(token.access_token)).toEqual(token)
  })

  test('with a token that does not expire, such as that of the demo brand', async () => {
    expect(await own(demo.serverToken)).toMatchObject({ type: 'MANAGED', expires_in: null })
  })

  test('can reduce the scopes, but not extend them', async () => {
    const narrow = await create({ scopes: ['USER_SUPPORT'] })
    expect(narrow.scopes).toEqual(['USER_SUPPORT'])
    expect((await create({ scopes: [] })).scopes).toEqual([])
    expect((await create({ scopes: ['USER_SUPPORT', 'USER_SUPPORT'] })).scopes).toEqual(['USER_SUPPORT'])
    const wide = await create({ scopes: ['USER_SUPPORT', 'CLIENT_ADMIN'] }, { token: narrow.access_token })
    expect(wide).toMatchObject({
      code: 'scopes_denied',
      http_status_code: 403,
      parameters: { scopes: ['CLIENT_ADMIN'] },
    })
  })

  test('binds the token to the sandbox or production by client_id', async () => {
    const sandbox = await create({ client_id: demo.sandbox.clientId })
    expect(sandbox.client_id).toBe(demo.sandbox.clientId)
    expect((await create({}, { token: sandbox.access_token })).client_id).toBe(demo.sandbox.clientId)
    await visit.rows(
      `insert into clients (client_id, account, name, time_zone, sandbox)
       select 'second-sandbox', account, 'Second', time_zone, true from clients where client_id = $1`,
      [demo.clientId],
    )
    const second = await create({ client_id: 'second-sandbox' }, { token: sandbox.access_token })
    expect(second.client_id).toBe('second-sandbox')
  })

  test('is rejected with invalid_client_id for production, if the caller belongs to the sandbox', async () => {
    const rejected = await create({ client_id: demo.clientId }, { token: demo.sandbox.serverToken })
    expect(rejected).toMatchObject({
      code: 'invalid_client_id',
      http_status_code: 400,
      parameters: { client_id: demo.clientId },
    })
  })

  test('with email and password creates a token of the user, without another token', async () => {
    const typed = { ...demo.user, email: ` ${demo.user.email.toUpperCase()} ` }
    expect(await create(typed, {})).toMatchObject({
      type: 'USER',
      identity_id: 'juniper-marketer',
      expires_in: DAY,
      scopes: ['CLIENT_ADMIN', 'CLIENT_REPORT_DOWNLOAD', 'USER_SUPPORT'],
    })
  })

  test('with email and password belongs to the client of the user, whatever token comes with them', async () => {
    const { client_id } = await create(demo.user, { token: demo.sandbox.serverToken })
    expect(client_id).toBe(demo.clientId)
  })

  test('hashes the password of an unknown user as well, so that the time of the answer tells nobody who is one', async () => {
    let hashes = 0
    const init = (_: number, type: string) => {
      if (type === 'SCRYPTREQUEST') hashes += 1
    }
    const hook = createHook({ init }).enable()
    onTestFinished(() => void hook.disable())
    for (const email of [demo.user.email, 'nobody@example.com']) {
      hashes = 0
      expect(await create({ email, password: 'wrong' }, {})).toMatchObject({ code: 'invalid_credentials' })
      expect([email, hashes]).toEqual([email, 1])
    }
  })

  test('accepts a duration, of ten years at most', async () => {
    expect(await create({ duration_seconds: 315_360_000 })).toMatchObject({ expires_in: 315_360_000 })
    const { access_token } = await create({ duration_seconds: 60 })
    visit.now += 60_000
    expect(await own(access_token)).toMatchObject({ code: 'expired_access_token', http_status_code: 401 })
  })

  test.each<[number, string, object, Call]>([
    [403, 'missing_credentials', {}, {}],
    [403, 'missing_credentials', { email: demo.user.email }, {}],
    [403, 'missing_credentials', { email: demo.user.email }, backend],
    [403, 'missing_credentials', { password: 'x' }, backend],
    [401, 'invalid_credentials', { ...demo.user, password: 'wrong' }, {}],
    [401, 'invalid_credentials', { ...demo.user, email: 'nobody@example.com' }, {}],
    [400, 'invalid_client_id', { client_id: 'nobodys' }, backend],
    [400, 'invalid_access_token_duration', { duration_seconds: 0 }, backend],
    [400, 'invalid_access_token_duration', { duration_seconds: 315_360_001 }, backend],
    [400, 'binding_error', { scopes: ['EVERYTHING'] }, backend],
    [400, 'binding_error', { duration_seconds: 'long' }, backend],
    [401, 'invalid_access_token', {}, { token: 'nobodys' }],
    [401, 'method_unauthorized', {}, { headers: { Authorization: demo.serverToken } }],
  ])('is rejected with %i %s for %j', async (status, code, json, call) => {
    const response = await send('/v4/tokens', { json, ...call })
    expect(response.status).toBe(status)
    expect(await response.json()).toEqual({
      code,
      http_status_code: status,
      message: expect.any(String),
      parameters: expect.any(Object),
      unique_id: expect.any(String),
    })
  })

  test('of a managed account is created for its agency, and not for a sandbox of the agency', async () => {
    await visit.rows(
      `insert into clients (client_id, account, name, sandbox) values ('agency-sandbox', $1, 'Sandbox', true)`,
      [demo.agency.account],
    )
    const { access_token: token } = await create({}, { token: demo.agency.serverToken })
    const json = { client_id: demo.clientId }
    expect(await create(json, { token })).toMatchObject(json)
    await visit.rows(`update tokens set client_id = 'agency-sandbox' where token_hash = $1`, [hashOf(token)])
    expect(await create(json, { token })).toMatchObject({ code: 'invalid_client_id' })
  })

  test('is rejected with invalid_client_id for a client of another account', async () => {
    await visit.rows(
      `insert into clients (client_id, account, name) values ('rival', 'rival', 'Rival') on conflict do nothing`,
    )
    expect(await create({ client_id: 'rival' })).toMatchObject({ code: 'invalid_client_id' })
  })

  test('is rejected with invalid_json and unsupported_media_type', async () => {
    const json = { 'Content-Type': 'application/json' }
    expect(await codeOf(await send('/v4/tokens', { text: '{', headers: json, ...backend }))).toBe('invalid_json')
    expect(await codeOf(await send('/v4/tokens', { text: 'x', ...backend }))).toBe('unsupported_media_type')
  })
})

describe('a token that a token created', () => {
  const exchange = async (token: string) =>
    (await send(`/v4/tokens/exchange/${token}`, { method: 'PUT', ...backend })).json()
  const isValid = async (token: string) => (await send('/v4/tokens', { token })).ok

  test('lives at most as long as its maker', async () => {
    const { access_token: token } = await create({ duration_seconds: 600 })
    expect(await create({}, { token })).toMatchObject({ expires_in: 600 })
    expect(await create({ duration_seconds: 600 }, { token })).toMatchObject({ expires_in: 600 })
    expect(await create({ duration_seconds: 601 }, { token })).toMatchObject({
      code: 'invalid_access_token_duration',
      parameters: { duration_seconds: 601, maximum: 600 },
    })
  })

  test('lives at most as long as its maker, also after it was exchanged', async () => {
    const { access_token: maker } = await create({ duration_seconds: 600 })
    const long = await create({}, { token: maker })
    const short = await create({ duration_seconds: 100 }, { token: maker })
    visit.now += 90_000
    expect(await exchange(long.access_token)).toMatchObject({ expires_in: 510 })
    expect(await exchange(short.access_token)).toMatchObject({ expires_in: 100 })
    const successor = await exchange(maker)
    expect(successor).toMatchObject({ expires_in: 600 })
    const child = await create({}, { token: successor.access_token })
    visit.now += 90_000
    expect(await exchange(child.access_token)).toMatchObject({ expires_in: 510 })
  })

  test('is revoked with its maker, and so are the tokens that it created', async () => {
    const maker = await create({})
    const child = await create({}, { token: maker.access_token })
    const sandbox = { client_id: demo.sandbox.clientId }
    const grandchild = await create(sandbox, { token: child.access_token })
    await send(`/v4/tokens/${maker.access_token}`, { method: 'DELETE', ...backend })
    for (const { access_token } of [maker, child, grandchild]) expect(await isValid(access_token)).toBe(false)
  })

  test('survives an exchange of its maker, and is revoked with the successor', async () => {
    const maker = await create({})
    const child = await create({}, { token: maker.access_token })
    const successor = await exchange(maker.access_token)
    expect(await isValid(child.access_token)).toBe(true)
    await send(`/v4/tokens/${successor.access_token}`, { method: 'DELETE', ...backend })
    expect(await isValid(child.access_token)).toBe(false)
  })

  test('is revoked with its maker after it was exchanged', async () => {
    const maker = await create({})
    const child = await exchange((await create({}, { token: maker.access_token })).access_token)
    await send(`/v4/tokens/${maker.access_token}`, { method: 'DELETE', ...backend })
    expect(await isValid(child.access_token)).toBe(false)
  })

  test('does not end the token of a consumer whom it has verified', async () => {
    const { access_token: key } = await create({})
    const { access_token: consumer } = await (
      await visit.send('/v5/token', { json: { email: 'vera@example.com' } })
    ).json()
    await send(`/v4/tokens/${consumer}`, { method: 'PUT', token: key })
    await send(`/v4/tokens/${key}`, { method: 'DELETE', ...backend })
    const response = await visit.send('/v5/token', { token: consumer })
    expect((await response.json()).scopes).toContain('VERIFIED_CONSUMER')
  })

  test('stays after its maker, if email and password created it', async () => {
    const maker = await create({})
    const { access_token } = await create(demo.user, { token: maker.access_token })
    await send(`/v4/tokens/${maker.access_token}`, { method: 'DELETE', ...backend })
    expect(await isValid(access_token)).toBe(true)
  })
})

describe('a token is accepted', () => {
  test.each<[string, string, Call]>([
    ['from the header', '', backend],
    ['from the query', `?access_token=${demo.serverToken}`, {}],
    ['from the cookie', '', { cookie: demo.serverToken }],
    ['from the header before the query', '?access_token=nobodys', backend],
    ['from the query before the cookie', `?access_token=${demo.serverToken}`, { cookie: 'nobodys' }],
  ])('%s', async (_, query, call) => {
    expect(await (await send(`/v4/tokens${query}`, call)).json()).toMatchObject({ identity_id: 'juniper-backend' })
  })

  test('from the cookie only to read, and not for a page of another origin', async () => {
    const attempts: [string, Call][] = [
      ['/v4/tokens', { method: 'POST', cookie: demo.serverToken, origin: 'https://evil.example' }],
      ['/v4/tokens', { method: 'POST', cookie: demo.serverToken }],
      ['/v5/persons', { cookie: demo.serverToken, origin: 'https://evil.example', json: { email: 'x@example.com' } }],
      ['/v4/tokens', { cookie: demo.serverToken, origin: 'https://evil.example' }],
      ['/v4/tokens', { cookie: demo.serverToken, origin: 'null' }],
    ]
    for (const [path, call] of attempts) {
      const response = await send(path, call)
      expect([path, response.status, await codeOf(response)]).toEqual([path, 403, 'access_denied'])
    }
    const other = { ...backend, origin: 'https://evil.example' }
    expect((await send('/v4/tokens', other)).status).toBe(200)
  })

  test('must be sent', async () => {
    const response = await send('/v4/tokens')
    expect([response.status, await codeOf(response)]).toEqual([403, 'missing_access_token'])
  })

  test('is rejected if its account is unpaid', async () => {
    await visit.rows('update clients set paid = false')
    const response = await send('/v4/tokens', backend)
    expect([response.status, await codeOf(response)]).toEqual([402, 'payment_required'])
    await visit.rows('update clients set paid = true')
  })
})

describe('a token by its value', () => {
  test('is described to its holder', async () => {
    const made = await create({})
    expect(await (await send(`/v4/tokens/${made.access_token}`, backend)).json()).toEqual(made)
  })

  test('can be a consumer token', async () => {
    const token = await visit.identified('ada@example.com')
    expect(await (await send(`/v4/tokens/${token}`, backend)).json()).toMatchObject({
      identity_id: 'ada-lovelace',
      scopes: ['LOCAL_PROFILE', 'UPDATE_PROFILE'],
    })
  })

  test('of another account is not shown', async () => {
    await visit.rows(
      `insert into clients (client_id, account, name) values ('rival', 'rival', 'Rival') on conflict do nothing`,
    )
    const { access_token } = await create({})
    await visit.rows(`update tokens set client_id = 'rival' where token_hash = $1`, [hashOf(access_token)])
    const response = await send(`/v4/tokens/${access_token}`, backend)
    expect([response.status, await codeOf(response)]).toEqual([403, 'access_denied'])
  })

  test('that does not exist is rejected', async () => {
    const response = await send('/v4/tokens/nobodys', backend)
    expect([response.status, await codeOf(response)]).toEqual([401, 'invalid_access_token'])
  })
})

test.each([
  ['GET', '/v4/tokens/'],
  ['PUT', '/v4/tokens/'],
  ['DELETE', '/v4/tokens/'],
  ['PUT', '/v4/tokens/exchange/'],
])('%s %s{token} of an expired token does not say that the token of the caller has expired', async (method, path) => {
  const { access_token } = await create({ duration_seconds: 60 })
  visit.now += 60_000
  const response = await send(path + access_token, { method, ...backend })
  expect([response.status, await codeOf(response)]).toEqual([401, 'invalid_access_token'])
})

describe('exchanging a token', () => {
  test('returns a new token with the same scopes and a new expiry, and revokes the old one', async () => {
    const old = await create({ scopes: ['USER_SUPPORT'], duration_seconds: 600 })
    visit.now += 300_000
    const response = await send(`/v4/tokens/exchange/${old.access_token}`, { method: 'PUT', token: old.access_token })
    const fresh = await response.json()
    expect(fresh).toEqual({ ...old, access_token: fresh.access_token, expires_in: 600 })
    expect(fresh.access_token).not.toBe(old.access_token)
    expect(await own(old.access_token)).toMatchObject({ code: 'invalid_access_token', http_status_code: 401 })
  })

  test('is rejected for a consumer token', async () => {
    const token = await visit.identified('ada@example.com')
    const response = await send(`/v4/tokens/exchange/${token}`, { method: 'PUT', ...backend })
    expect([response.status, await codeOf(response)]).toEqual([403, 'access_denied'])
  })
})

describe('invalidating a token', () => {
  test('revokes it at once, with an empty 200', async () => {
    const { access_token } = await create({})
    const response = await send(`/v4/tokens/${access_token}`, { method: 'DELETE', ...backend })
    expect([response.status, await response.text()]).toEqual([200, ''])
    expect(await own(access_token)).toMatchObject({ code: 'invalid_access_token' })
  })

  test('can revoke a consumer token, with the one that it has replaced', async () => {
    const replaced = await visit.anonymous()
    const json = { event_name: 'named', data: { email: 'ada@example.com' } }
    const token = tokenIn(await visit.send('/events', { token: replaced, json }))
    await send(`/v4/tokens/${token}`, { method: 'DELETE', ...backend })
    for (const each of [token, replaced])
      expect(await codeOf(await visit.send('/v5/token', { token: each }))).toBe('invalid_access_token')
  })
})

describe('marking a consumer as verified', () => {
  const authorize = (token: string, call: Call = backend) => send(`/v4/tokens/${token}`, { method: 'PUT', ...call })

  test('verifies an identified consumer', async () => {
    const token = await visit.identified('ada@example.com')
    const { type, scopes } = await (await authorize(token)).json()
    expect([type, scopes]).toEqual(['USER', expect.arrayContaining(['VERIFIED_CONSUMER'])])
    expect((await authorize(token)).status).toBe(200)
    // The first call of the consumer is one that only verified consumers may make.
    expect((await visit.send('/v4/me/parameters', { token })).status).toBe(200)
    expect((await (await visit.send('/v4/me', { token })).json()).email).toBe('ada@example.com')
  })

  test('gives the consumer a new token with the next response, once', async () => {
    const token = await visit.identified('ada@example.com')
    await authorize(token)
    // Not with the response to a request that another site has caused: the consumer would not notice it.
    const foreign = await visit.send('/events/seen', { cookie: token, headers: { Referer: 'https://evil.example/' } })
    expect(tokenIn(foreign)).toBe(token)
    const [first, second] = await Promise.all([visit.send('/v4/me', { token }), visit.send('/v4/me', { token })])
    const told = [first, second].map(answer => answer.headers.get('x-svc-token')).filter(other => other !== token)
    expect(told).toHaveLength(1)
    const details = await (await visit.send('/v5/token', { token: told[0]! })).json()
    expect(details.scopes).toContain('VERIFIED_CONSUMER')
    const devices = 'select distinct device_id from tokens where token_hash = any($1)'
    expect(await visit.rows(devices, [[hashOf(token), hashOf(told[0]!)]])).toHaveLength(1)
  })

  test('is rejected for an anonymous consumer', async () => {
    expect(await codeOf(await authorize(await visit.anonymous()))).toBe('access_denied')
  })

  test('is rejected for a bearer token, also with the scopes of a consumer', async () => {
    const { access_token } = await create({})
    const scopes = ['BACKEND', 'UPDATE_PROFILE']
    await visit.rows('update tokens set scopes = $2 where token_hash = $1', [hashOf(access_token), scopes])
    expect(await codeOf(await authorize(access_token))).toBe('access_denied')
    expect((await own(access_token)).scopes).toEqual(scopes)
  })

  test('is rejected for the sandbox of the account', async () => {
    const { access_token } = await create({ client_id: demo.sandbox.clientId })
    const token = await visit.identified('ada@example.com')
    const response = await authorize(token, { token: access_token })
    expect([response.status, await codeOf(response)]).toEqual([403, 'access_denied'])
    expect((await (await visit.send('/v5/token', { token })).json()).scopes).not.toContain('VERIFIED_CONSUMER')
  })

  test('requires a scope with write access', async () => {
    const { access_token } = await create({ scopes: ['USER_SUPPORT'] })
    const response = await authorize(await visit.identified('ada@example.com'), { token: access_token })
    expect([response.status, await codeOf(response)]).toEqual([403, 'scopes_denied'])
  })
})
