import { describe, expect, test } from 'vitest'
import { demo } from '../../../../demo/platform/index.js'
import { signJwt } from '../../../proof.js'
import { type Call, codeOf, otherSite, server, shop, tokenIn, usePlatform } from '../use-platform.js'

const visit = usePlatform()
const { send } = visit
const create = async (json: object, call: Call = {}) => (await send('/api/v5/token', { json, ...call })).json()
const details = async (token: string) => (await send('/v5/token', { token })).json()

describe('creating a token', () => {
  test('without a body creates an anonymous token that is valid for five years', async () => {
    expect(await (await send('/api/v5/token', { method: 'POST' })).json()).toEqual({
      access_token: expect.any(String),
      expires_in: 157_680_000,
      scopes: ['LOCAL_PROFILE'],
    })
  })

  test('without a body creates another consumer, whatever token the request has', async () => {
    const token = await visit.anonymous()
    const { access_token } = await (await send('/v5/token', { method: 'POST', token })).json()
    const { identity_id } = await details(access_token)
    expect(identity_id).not.toBe((await details(token)).identity_id)
  })

  test('with an email address creates an identified token that is valid for one year', async () => {
    const created = await create({ email: ' Ada@example.com ' })
    expect(created).toMatchObject({ expires_in: 31_536_000, scopes: ['LOCAL_PROFILE', 'UPDATE_PROFILE'] })
    expect((await details(created.access_token)).identity_id).toBe('ada-lovelace')
  })

  test('with a JWT creates a verified token and ignores the email address', async () => {
    const jwt = await signJwt({ email: 'ada@example.com', scope: 'VERIFIED_CONSUMER' })
    for (const email of ['grace@example.com', 'nonsense']) {
      const { access_token, expires_in, scopes } = await create({ jwt, email })
      expect(expires_in).toBe(31_536_000)
      expect(scopes).toEqual(['LOCAL_PROFILE', 'UPDATE_PROFILE', 'VERIFIED_CONSUMER'])
      expect((await (await send('/v4/me', { token: access_token })).json()).email).toBe('ada@example.com')
    }
  })

  test('can be for one second', async () => {
    expect(await create({ duration_seconds: 1 })).toMatchObject({ expires_in: 1 })
  })

  test('ignores a token that is dead', async () => {
    const { access_token: dead } = await create({ duration_seconds: 60 })
    visit.now += 60_000
    for (const token of [dead, 'nobodys'])
      expect(await create({ email: 'ada@example.com' }, { token })).toMatchObject({
        scopes: ['LOCAL_PROFILE', 'UPDATE_PROFILE'],
      })
  })

  test('ignores the cookie of a page that may not use it', async () => {
    const cookie = await visit.anonymous()
    const call = { cookie, origin: 'https://evil.example' }
    const { access_token } = await create({ email: 'of-another-site@example.com' }, call)
    const { scopes, identity_id } = await details(access_token)
    expect(scopes).toEqual(['LOCAL_PROFILE', 'UPDATE_PROFILE'])
    expect(identity_id).not.toBe((await details(cookie)).identity_id)
  })

  test('with an empty JWT in the body uses that of the header', async () => {
    const headers = { 'X-Svc-Jwt': await signJwt({ email: 'ada@example.com', scope: 'VERIFIED_CONSUMER' }) }
    expect((await create({ jwt: '' }, { headers })).scopes).toContain('VERIFIED_CONSUMER')
  })

  test('uses the JWT in the body before that in the header', async () => {
    const jwtOf = (email: string) => signJwt({ email, scope: 'VERIFIED_CONSUMER' })
    const headers = { 'X-Svc-Jwt': await jwtOf('grace@example.com') }
    const { access_token } = await create({ jwt: await jwtOf('ada@example.com') }, { headers })
    expect((await (await send('/v4/me', { token: access_token })).json()).email).toBe('ada@example.com')
  })

  test.each<[number, string, () => Promise<string> | string]>([
    [400, 'jwt_error', () => 'a.b.c'],
    [400, 'jwt_error', () => signJwt({ sub: 'nobody' })],
    [401, 'jwt_authentication_error', () => signJwt({ email: 'ada@example.com' }, {}, 'not the secret of the program')],
  ])('is rejected with %i %s for a JWT in the header that is not valid, also with a valid one in the body', async (status, code, inHeader) => {
    const headers = { 'X-Svc-Jwt': await inHeader() }
    for (const json of [{}, { jwt: await signJwt({ email: 'ada@example.com' }) }]) {
      const response = await send('/v5/token', { json, headers })
      expect([response.status, await codeOf(response)]).toEqual([status, code])
    }
  })

  test('accepts a form', async () => {
    const form = { duration_seconds: '60', email: '' }
    expect(await (await send('/api/v5/token', { form })).json()).toMatchObject({
      expires_in: 60,
      scopes: ['LOCAL_PROFILE'],
    })
  })

  test('for a person keeps the history of the device', async () => {
    const anonymous = await visit.anonymous()
    const { data } = await (await send('/v6/zones/product', { json: {}, token: anonymous })).json()
    const { access_token } = await create({ email: 'new@example.com' }, { token: anonymous })
    const [shareable] = await (await send('/v6/me/shareables', { token: access_token })).json()
    expect(shareable.code).toBe(data.shareable.code)
    // Both tokens are of one device.
    await send('/v5/token', { method: 'DELETE', token: access_token })
    expect(await details(anonymous)).toMatchObject({ code: 'invalid_access_token' })
  })

  test('sets a cookie for the life of the token, for at most 400 days', async () => {
    const lives = []
    const forms: Record<string, string>[] = [{}, { email: 'ada@example.com' }, { duration_seconds: '60' }]
    for (const form of forms) {
      const response = await send('/api/v5/token', { form, origin: shop })
      lives.push(/Max-Age=(\d+);/.exec(response.headers.get('Set-Cookie') ?? '')?.[1])
    }
    expect(lives).toEqual([`${400 * 86_400}`, `${365 * 86_400}`, '60'])
  })

  test('with credentials on a page of the program also sets the cookie', async () => {
    const response = await send('/api/v5/token', { form: {}, origin: shop })
    expect(response.headers.get('Set-Cookie')).toContain(`svc_token=${tokenIn(response)}; `)
    const next = await send('/api/v5/token', { form: {}, origin: shop, cookie: tokenIn(response) })
    expect(next.headers.get('Set-Cookie')).toContain(`svc_token=${tokenIn(next)}; `)
    // A new token is set, also in place of an unknown one, and beside one in the header.
    for (const presented of [{ cookie: 'unknown' }, { token: await visit.anonymous() }]) {
      const created = await send('/api/v5/token', { form: {}, origin: shop, ...presented })
      expect(created.headers.get('Set-Cookie')).toContain(`svc_token=${tokenIn(created)}; `)
    }
    expect((await send('/api/v5/token', { form: {}, origin: 'https://evil.example' })).headers.has('Set-Cookie')).toBe(
      false,
    )
  })

  test.each<[number, string, object]>([
    [400, 'invalid_access_token_duration', { duration_seconds: 0 }],
    [400, 'invalid_access_token_duration', { duration_seconds: 157_680_001 }],
    [400, 'invalid_access_token_duration', { duration_seconds: 31_536_001, email: 'ada@example.com' }],
    [400, 'binding_error', { duration_seconds: 1.5 }],
    [400, 'binding_error', { email: 7 }],
    [400, 'jwt_error', { jwt: 'a.b.c' }],
    [403, 'invalid_email', { email: 'ada' }],
    [403, 'invalid_email', { email: '' }],
    [400, 'invalid_client_id', { client_id: '' }],
  ])('is rejected with %i %s for %j', async (status, code, json) => {
    const response = await send('/api/v5/token', { json })
    expect([response.status, await codeOf(response)]).toEqual([status, code])
  })

  test('is rejected with email_mismatch if the token of the request belongs to another email address', async () => {
    const token = await visit.identified('ada@example.com')
    expect(await create({ email: 'grace@example.com' }, { token })).toMatchObject({
      code: 'email_mismatch',
      http_status_code: 403,
    })
    expect(await create({ email: 'ADA@example.com' }, { token })).toMatchObject({
      scopes: ['LOCAL_PROFILE', 'UPDATE_PROFILE'],
    })
  })

  test('is no mismatch with an earlier address of the same person', async () => {
    const [token] = [
      await visit.identified('new-address@example.com'),
      await visit.identified('old-address@example.com'),
    ]
    const backend = (path: string, json?: object) =>
      visit.send(`${server}/v5/persons${path}`, { token: demo.serverToken, ...(json && { json }) })
    const idOf = async (email: string) => (await (await backend(`?email=${email}`)).json())[0].id
    const target_person_id = await idOf('new-address@example.com')
    await backend(`/${await idOf('old-address@example.com')}/forward`, { target_person_id })
    expect(await create({ email: 'old-address@example.com' }, { token })).toMatchObject({
      scopes: ['LOCAL_PROFILE', 'UPDATE_PROFILE'],
    })
  })

  test('is no mismatch with a token of another client', async () => {
    const token = (await create({ client_id: demo.sandbox.clientId, email: 'in-sandbox@example.com' })).access_token
    expect(await create({ client_id: demo.clientId, email: 'of-production@example.com' }, { token })).toMatchObject({
      scopes: ['LOCAL_PROFILE', 'UPDATE_PROFILE'],
    })
  })

  test('is no mismatch for a person who has no address', async () => {
    const json = { event_name: 'x', data: { partner_user_id: 'without-address' } }
    const token = tokenIn(await send('/events', { token: await visit.anonymous(), json }))
    expect(await create({ email: 'of-another@example.com' }, { token })).toMatchObject({
      scopes: ['LOCAL_PROFILE', 'UPDATE_PROFILE'],
    })
  })

  test('for a client depends on the client of the domain, not on that of the token in the request', async () => {
    const { access_token: token } = await create({ client_id: demo.sandbox.clientId })
    const made = await create({ client_id: demo.clientId }, { token })
    expect(made).toMatchObject({ scopes: ['LOCAL_PROFILE'] })
    const [row] = await visit.rows('select client_id from persons where person_id = $1', [
      (await details(made.access_token)).identity_id,
    ])
    expect(row).toEqual({ client_id: demo.clientId })
  })

  test('is rejected with email_not_applicable if the client uses another identity key', async () => {
    await visit.rows(`update clients set identity_key = 'partner_user_id'`)
    expect(await create({ email: 'ada@example.com' })).toMatchObject({
      code: 'email_not_applicable',
      http_status_code: 400,
    })
    const jwt = await signJwt({ email: 'ada@example.com', scope: 'VERIFIED_CONSUMER' })
    expect((await create({ jwt, email: 'ada@example.com' })).scopes).toContain('VERIFIED_CONSUMER')
    await visit.rows(`update clients set identity_key = 'email'`)
  })
})

describe('the details of a token', () => {
  test('contain its scopes and its identity', async () => {
    const token = await visit.anonymous()
    expect(await details(token)).toEqual({
      access_token: token,
      expires_in: 157_680_000,
      scopes: ['LOCAL_PROFILE'],
      identity_id: expect.any(String),
    })
  })

  test('are those of the token in the query, or else in the header', async () => {
    const [one, other] = [await visit.anonymous(), await visit.anonymous()]
    const response = await send(`/v5/token?access_token=${one}`, { token: other })
    expect((await response.json()).access_token).toBe(one)
    const empty = await send('/v5/token?access_token=', { token: other })
    expect((await empty.json()).access_token).toBe(other)
  })

  test.each(['Bearer', 'bearer', 'BEARER'])('are those of the token in the header after %s', async scheme => {
    const token = await visit.anonymous()
    const response = await send('/v5/token', { headers: { Authorization: `${scheme} ${token}` } })
    expect((await response.json()).access_token).toBe(token)
  })

  test('count down until the token expires', async () => {
    const { access_token } = await create({ duration_seconds: 60 })
    visit.now += 44_500
    expect((await details(access_token)).expires_in).toBe(16)
    visit.now += 500
    expect((await details(access_token)).expires_in).toBe(15)
    visit.now += 14_999
    expect((await details(access_token)).expires_in).toBe(1)
    visit.now += 1
    expect(await details(access_token)).toMatchObject({ code: 'expired_access_token', http_status_code: 401 })
  })

  test.each<[number, string, Call]>([
    [403, 'missing_access_token', {}],
    [401, 'invalid_access_token', { token: 'nobodys' }],
    [401, 'method_unauthorized', { headers: { Authorization: 'Basic YTpi' } }],
    [401, 'method_unauthorized', { headers: { Authorization: 'Bearer ' } }],
  ])('are rejected with %i %s', async (status, code, call) => {
    const response = await send('/v5/token', call)
    expect([response.status, await codeOf(response)]).toEqual([status, code])
  })

  test('say that a token was revoked, then that it has expired, then that its account is unpaid', async () => {
    const revoked = await create({ duration_seconds: 60 })
    const expired = await create({ duration_seconds: 60 })
    await send('/v5/token', { method: 'DELETE', token: revoked.access_token })
    visit.now += 60_000
    await visit.rows('update clients set paid = false')
    const answers = [await details(revoked.access_token), await details(expired.access_token)]
    await visit.rows('update clients set paid = true')
    expect(answers).toMatchObject([{ code: 'invalid_access_token' }, { code: 'expired_access_token' }])
  })

  test('are rejected with payment_required if the account is unpaid', async () => {
    const token = await visit.anonymous()
    await visit.rows('update clients set paid = false')
    expect(await details(token)).toMatchObject({ code: 'payment_required', http_status_code: 402 })
    await visit.rows('update clients set paid = true')
  })
})

describe('a token in the query comes before that in the header', () => {
  const two = async () => {
    const [inQuery, token] = [await visit.anonymous(), await visit.anonymous()]
    return { inQuery, token, path: `/v5/token?access_token=${inQuery}` }
  }

  test('when a token is created: it keeps the history of its device', async () => {
    const { inQuery, token, path } = await two()
    const { identity_id } = await details(inQuery)
    const { access_token } = await (await send(path, { token, json: { email: 'quentin@example.com' } })).json()
    expect((await details(access_token)).identity_id).toBe(identity_id)
  })

  test('when it is deleted', async () => {
    const { inQuery, token, path } = await two()
    await send(path, { method: 'DELETE', token })
    expect([await details(inQuery), await details(token)]).toMatchObject([
      { code: 'invalid_access_token' },
      { access_token: token },
    ])
  })
})

describe('deleting a token', () => {
  test('revokes it at once', async () => {
    const token = await visit.anonymous()
    const response = await send('/v5/token', { method: 'DELETE', token })
    expect(await response.json()).toEqual({ status: 'SUCCEEDED' })
    expect(await details(token)).toMatchObject({ code: 'invalid_access_token', http_status_code: 401 })
  })

  test('also revokes the token that it replaced', async () => {
    const old = await visit.anonymous()
    const response = await send('/events', {
      json: { event_name: 'x', data: { email: 'ada@example.com' } },
      token: old,
    })
    await send('/v5/token', { method: 'DELETE', token: tokenIn(response) })
    expect(await details(old)).toMatchObject({ code: 'invalid_access_token' })
  })

  test('removes a cookie that has an older token of the browser', async () => {
    const older = await visit.anonymous()
    const token = await visit.anonymous()
    const response = await send('/v5/token', { method: 'DELETE', token, cookie: older, origin: shop })
    expect(response.headers.get('Set-Cookie')).toContain('svc_token=;')
  })

  test.each([
    [undefined, 'svc_token=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Lax'],
    [shop, 'svc_token=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Lax'],
    [otherSite, 'svc_token=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=None; Partitioned'],
  ])('removes the cookie of a request with the origin %s with the attributes that it was set with', async (origin, cookie) => {
    const token = await visit.anonymous()
    const response = await send('/v5/token', { method: 'DELETE', token, cookie: token, origin })
    expect(response.headers.get('Set-Cookie')).toBe(cookie)
    expect(response.headers.has('X-Svc-Token')).toBe(false)
  })

  test('leaves the cookie alone for a page that is not of the program', async () => {
    const token = await visit.anonymous()
    const response = await send('/v5/token', { method: 'DELETE', token, origin: 'https://evil.example' })
    expect([response.status, response.headers.has('Set-Cookie')]).toEqual([200, false])
  })
})

test('a rotated token lives as long as the one that it replaces, from then on', async () => {
  const { access_token } = await create({ duration_seconds: 600 })
  visit.now += 300_000
  const json = { event_name: 'x', data: { email: 'ada@example.com' } }
  const rotated = tokenIn(await send('/events', { json, token: access_token }))
  expect((await details(rotated)).expires_in).toBe(600)
})

test('a token of five years is replaced by one that lives as long as a person’s can', async () => {
  const json = { event_name: 'x', data: { email: 'ada@example.com' } }
  const rotated = tokenIn(await send('/events', { json, token: await visit.anonymous() }))
  expect((await details(rotated)).expires_in).toBe(31_536_000)
})

test('a token that is replaced once more does not stay valid longer than 30 seconds', async () => {
  const token = await visit.anonymous()
  const json = { event_name: 'x', data: { email: 'twice@example.com' } }
  const first = tokenIn(await send('/events', { json, token }))
  visit.now += 20_000
  expect(tokenIn(await send('/events', { json, token }))).not.toBe(token)
  visit.now += 9_999
  expect((await details(token)).access_token).toBe(token)
  visit.now += 1
  expect(await details(token)).toMatchObject({ code: 'invalid_access_token' })
  expect((await details(first)).access_token).toBe(first)
})

describe('a token that the backend has verified', () => {
  const authorized = async (email: string) => {
    const token = await visit.identified(email)
    await visit.send(`${server}/v4/tokens/${token}`, { method: 'PUT', token: demo.serverToken })
    return token
  }
  const levelOf = async (token: string) => (await (await visit.send('/v5/token', { token })).json()).scopes

  test('is answered by a verified one if it asks for a token of the same person', async () => {
    const token = await authorized('vera@example.com')
    const made = await (await visit.send('/v5/token', { token, json: { email: 'vera@example.com' } })).json()
    expect(made.scopes).toContain('VERIFIED_CONSUMER')
    visit.now += 31_000
    expect(await levelOf(made.access_token)).toContain('VERIFIED_CONSUMER')
  })

  test('is not verified as the person into whom its person is merged', async () => {
    const token = await authorized('gone@example.com')
    await visit.identified('here@example.com')
    const backend = (path: string, call: Call = {}) =>
      visit.send(`${server}/v5/persons${path}`, { token: demo.serverToken, ...call })
    const idOf = async (email: string) => (await (await backend(`?email=${email}`)).json())[0].id
    const target_person_id = await idOf('here@example.com')
    await backend(`/${await idOf('gone@example.com')}/forward`, { json: { target_person_id } })
    expect(await levelOf(token)).not.toContain('VERIFIED_CONSUMER')
  })

  const others: [string, Call & { path?: string }][] = [
    ['the request of a token with another email', { json: { email: 'other@example.com' } }],
    ['the request of a token with an invalid email', { json: { email: 'nonsense' } }],
    ['the request of a token with an invalid lifetime', { json: { duration_seconds: 0 } }],
    ['the request of a token with a malformed body', { json: 5 }],
    ['the request of an anonymous token', { json: {} }],
    ['the request of a token of the sandbox', { json: { client_id: demo.sandbox.clientId } }],
    [
      'an event that names another person',
      { path: '/v6/events', json: { event_name: 'x', data: { email: 'other@example.com' } } },
    ],
  ]
  test.each(others)('stays verified after %s, whose answer does not carry the new token', async (name, {
    path = '/v5/token',
    ...call
  }) => {
    const token = await authorized(`${name.replaceAll(' ', '-')}@example.com`)
    await visit.send(path, { token, ...call })
    visit.now += 31_000
    expect(await levelOf(token)).toContain('VERIFIED_CONSUMER')
  })

  test('stays verified after a link to another site, whose landing page gets the token of a visitor', async () => {
    const owner = await visit.verified('linker@example.com')
    const content = { url: `${otherSite}/roses` }
    const { code } = await (
      await visit.send('/v6/me/shareables/get-or-create', { token: owner, json: { content } })
    ).json()
    const cookie = await authorized('clicker@example.com')
    await visit.send(`/s/${code}`, { cookie, headers: { Referer: `${shop}/` } })
    visit.now += 31_000
    expect(await levelOf(cookie)).toContain('VERIFIED_CONSUMER')
  })

  test('is answered by its successor in the header, in the body and in the cookie', async () => {
    const token = await authorized('vela@example.com')
    const response = await visit.send('/events', { cookie: token, origin: shop, json: { event_name: 'x', data: {} } })
    const next = tokenIn(response)
    expect(next).not.toBe(token)
    expect((await response.json()).token).toBe(next)
    expect(response.headers.get('Set-Cookie')).toContain(next)
    const shown = await authorized('vida@example.com')
    const answer = await visit.send('/v5/token', { token: shown })
    const { access_token } = await answer.json()
    expect([access_token, access_token === shown]).toEqual([tokenIn(answer), false])
    // Both are of one device: a logout ends both.
    await visit.send('/v5/token', { method: 'DELETE', token: access_token })
    expect(await codeOf(await visit.send('/v5/token', { token: shown }))).toBe('invalid_access_token')
  })

  test('is not replaced by a HEAD, whose answer is only looked at', async () => {
    const token = await authorized('vivian@example.com')
    expect(tokenIn(await visit.send('/v4/me', { method: 'HEAD', token }))).toBe(token)
    expect(tokenIn(await visit.send('/v4/me', { token }))).not.toBe(token)
  })

  test('does not verify another person', async () => {
    const token = await authorized('vic@example.com')
    const jwt = await signJwt({ email: 'other@example.com' })
    const made = await (await visit.send('/v5/token', { token, json: { jwt } })).json()
    expect(made.scopes).not.toContain('VERIFIED_CONSUMER')
  })
})

test('a token that the cookie has already is not set again', async () => {
  const response = await send('/events', { cookie: await visit.anonymous(), origin: shop, json: { event_name: 'x' } })
  expect([response.status, response.headers.get('Set-Cookie')]).toEqual([200, null])
})

describe('an unpaid account', () => {
  test('gives no tokens, and takes no events of new consumers', async () => {
    const token = await visit.anonymous()
    await visit.rows('update clients set paid = false')
    const calls = [
      await visit.send('/v5/token', { json: {} }),
      await visit.send('/v5/token', { json: {}, token }),
      await visit.send('/events', { json: { event_name: 'browse', data: {} } }),
    ]
    await visit.rows('update clients set paid = true')
    expect(calls.map(({ status }) => status)).toEqual([402, 402, 200])
    for (const call of calls) expect(await codeOf(call)).toBe('payment_required')
  })
})

test('an unpaid sandbox gives no token of production in exchange for its own', async () => {
  const { access_token: token } = await create({ client_id: demo.sandbox.clientId })
  await visit.rows('update clients set paid = false where client_id = $1', [demo.sandbox.clientId])
  const answer = await visit.send('/v5/token', { token, json: {} })
  await visit.rows('update clients set paid = true')
  expect([answer.status, await codeOf(answer)]).toEqual([402, 'payment_required'])
})

describe('a logout', () => {
  test('with a token that was just replaced ends its successors, too', async () => {
    const token = await visit.anonymous()
    const next = tokenIn(await visit.send('/v6/zones/share_experience', { token, json: { email: 'lou@example.com' } }))
    expect(next).not.toBe(token)
    expect((await visit.send('/v5/token', { method: 'DELETE', token })).status).toBe(200)
    for (const each of [token, next]) expect((await visit.send('/v4/me', { token: each })).status).toBe(401)
  })

  test('ends no other device of the person', async () => {
    const [one, other] = [await visit.identified('lou@example.com'), await visit.identified('lou@example.com')]
    await visit.send('/v5/token', { method: 'DELETE', token: one })
    expect((await visit.send('/v4/me', { token: other })).status).toBe(200)
  })
})
