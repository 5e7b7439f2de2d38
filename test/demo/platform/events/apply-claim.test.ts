import { describe, expect, test } from 'vitest'
import { demo } from '../../../../demo/platform/index.js'
import { signJwt } from '../../../proof.js'
import { codeOf, server, shop, tokenIn, usePlatform } from '../use-platform.js'

const visit = usePlatform()
const { send } = visit
const named = (event_name: string, data: object = {}) => ({ event_name, data })
const stored = (id: string) => visit.rows('select * from events where event_id = $1', [id])

describe('the identity of a consumer', () => {
  const scopes = async (token: string) => (await (await send('/v5/token', { token })).json()).scopes

  test.each([
    ['email', { email: 'Eve@Example.com' }],
    ['partner_user_id', { partner_user_id: 'cust-77' }],
  ])('is identified by an event with %s, and gets a new token and a new cookie', async (_, data) => {
    const cookie = await visit.anonymous()
    const response = await send('/events', { json: named('identify', data), cookie, origin: shop })
    expect(tokenIn(response)).not.toBe(cookie)
    expect((await response.json()).token).toBe(tokenIn(response))
    expect(response.headers.get('Set-Cookie')).toContain(`svc_token=${tokenIn(response)};`)
    expect(await scopes(tokenIn(response))).toEqual(['LOCAL_PROFILE', 'UPDATE_PROFILE'])
  })

  test('calls that are being processed with the replaced token succeed, later ones fail', async () => {
    const token = await visit.anonymous()
    const response = await send('/events', { json: named('identify', { email: 'fay@example.com' }), token })
    expect(await scopes(token)).toEqual(['LOCAL_PROFILE'])
    visit.now += 31_000
    expect(await codeOf(await send('/v5/token', { token }))).toBe('invalid_access_token')
    expect(await scopes(tokenIn(response))).toContain('UPDATE_PROFILE')
  })

  test('is the person with the email address, if another person has the customer number', async () => {
    const data = { email: demo.ada.email, partner_user_id: demo.grace.partner_user_id }
    const response = await send('/events', { json: named('identify', data), token: await visit.anonymous() })
    const { identity_id } = await (await send('/v5/token', { token: tokenIn(response) })).json()
    expect(identity_id).toBe('ada-lovelace')
  })

  test('gets names without spaces around them, no name that is too long, and none without a key', async () => {
    const nameless = await visit.anonymous()
    await send('/events', { json: named('identify', { first_name: 'Nan' }), token: nameless })
    expect(await scopes(nameless)).toEqual(['LOCAL_PROFILE'])
    const data = { email: 'named@example.com', first_name: ' Nan ', last_name: 'x'.repeat(51) }
    await send('/events', { json: named('identify', data), token: nameless })
    expect(await visit.rows(`select first_name, last_name from persons where email = 'named@example.com'`)).toEqual([
      { first_name: 'Nan', last_name: null },
    ])
    expect(await visit.rows(`select 1 from persons where first_name = 'Nan'`)).toHaveLength(1)
    const spaced = named('identify', { partner_user_id: ' cust-78 ' })
    await send('/events', { json: spaced, token: await visit.anonymous() })
    expect(await visit.rows(`select 1 from persons where partner_user_id = 'cust-78'`)).toHaveLength(1)
    const full = { email: 'full@example.com', first_name: 'Fay', last_name: ' Full ' }
    await send('/events', { json: named('identify', full), token: await visit.anonymous() })
    expect(await visit.rows(`select first_name, last_name from persons where email = 'full@example.com'`)).toEqual([
      { first_name: 'Fay', last_name: 'Full' },
    ])
  })

  test('is not what a key or a name of another type says', async () => {
    const token = await visit.anonymous()
    const odd = { email: 7, partner_user_id: ['cust-1815'], first_name: {} }
    const response = await send('/v6/events', { json: named('seen', odd), token })
    expect([response.status, tokenIn(response)]).toEqual([200, token])
    await send('/v6/events', { json: named('seen', { email: 'odd@example.com', first_name: 7, last_name: [] }), token })
    expect(await visit.rows(`select first_name, last_name from persons where email = 'odd@example.com'`)).toEqual([
      { first_name: null, last_name: null },
    ])
  })

  test('does not change when the same email address is sent again', async () => {
    const token = await visit.identified('gus@example.com')
    const response = await send('/events', { json: named('seen', { email: 'gus@example.com' }), token })
    expect(tokenIn(response)).toBe(token)
  })

  test('changes when a verified consumer names another person, who is not verified', async () => {
    const token = await visit.verified('hal@example.com')
    const response = await send('/events', { json: named('seen', { email: 'ivy@example.com' }), token })
    expect(await scopes(tokenIn(response))).toEqual(['LOCAL_PROFILE', 'UPDATE_PROFILE'])
    const mine = await send('/v4/me', { token: tokenIn(response) })
    expect((await mine.json()).email).toBe(null)
  })

  test('in a claim does not change an existing profile', async () => {
    const data = { email: 'ada@example.com', first_name: 'Mallory', partner_user_id: 'other' }
    await send('/events', { json: named('identify', data) })
    const [ada] = await visit.rows(`select first_name, partner_user_id from persons where email = 'ada@example.com'`)
    expect(ada).toEqual({ first_name: 'Ada', partner_user_id: 'cust-1815' })
    await visit.identified('bare@example.com')
    // Only a proof or the backend fills it, not even an event of the person.
    const verified = await visit.verified('bare@example.com')
    for (const token of [undefined, verified])
      await send('/events', { json: named('identify', { ...data, email: 'bare@example.com' }), token })
    await send('/events', { json: named('identify', { first_name: 'Mallory' }), token: verified })
    const [bare] = await visit.rows(`select first_name, partner_user_id from persons where email = 'bare@example.com'`)
    expect(bare).toEqual({ first_name: null, partner_user_id: null })
  })

  test('merges the history and the links of the anonymous consumer into the profile', async () => {
    const token = await visit.anonymous()
    const { data } = await (await send('/v6/zones/product', { json: {}, token })).json()
    const seen = await (await send('/v6/events', { json: named('seen'), token })).json()
    await send('/events', { json: named('identify', { email: 'grace@example.com' }), token })
    const [{ person_id }] = (await visit.rows(`select person_id from persons where email = 'grace@example.com'`)) as [
      { person_id: string },
    ]
    expect(await stored(seen.id)).toMatchObject([{ person_id }])
    expect(await visit.rows('select person_id from shareables where code = $1', [data.shareable.code])).toEqual([
      { person_id },
    ])
  })

  test.each([
    'body',
    'header',
  ])('is verified by a JWT in the %s, whose claims take precedence over the data', async place => {
    const aboutJwt = { iss: 'shop', sub: 'joy', jti: '7', scope: 'VERIFIED_CONSUMER' }
    const jwt = await signJwt({ ...aboutJwt, email: 'joy@example.com', plan: 'gold' })
    const json = named('seen', { email: 'kim@example.com', plan: 'none', other: 1 })
    const response = await send(
      '/events',
      place === 'body' ? { json: { ...json, jwt } } : { json, headers: { 'X-Svc-Jwt': jwt } },
    )
    expect(await scopes(tokenIn(response))).toContain('VERIFIED_CONSUMER')
    const [event] = await stored((await response.json()).id)
    expect(event!.data).toEqual({ email: 'joy@example.com', plan: 'gold', other: 1 })
  })

  test('is verified by a JWT in the header, whose claims take precedence over the data', async () => {
    const jwt = await signJwt({ email: 'ray@example.com', plan: 'gold', scope: 'VERIFIED_CONSUMER' })
    const json = named('seen', { email: 'kim@example.com', plan: 'none', other: 1 })
    const response = await send('/v6/events', { token: await visit.anonymous(), headers: { 'X-Svc-Jwt': jwt }, json })
    const { id, person_id } = await response.json()
    expect(await stored(id)).toMatchObject([{ data: { email: 'ray@example.com', plan: 'gold', other: 1 } }])
    expect(await visit.rows('select email from persons where person_id = $1', [person_id])).toEqual([
      { email: 'ray@example.com' },
    ])
  })

  test('is that of the JWT in the body, if the header has one as well', async () => {
    const proof = (email: string) => signJwt({ email, scope: 'VERIFIED_CONSUMER' })
    const headers = { 'X-Svc-Jwt': await proof('in-header@example.com') }
    const json = { ...named('seen'), jwt: await proof('in-body@example.com') }
    const response = await send('/v6/events', { token: await visit.anonymous(), headers, json })
    const { person_id } = await response.json()
    expect(await visit.rows('select email from persons where person_id = $1', [person_id])).toEqual([
      { email: 'in-body@example.com' },
    ])
  })

  test('is verified by a JWT in the URL of an event', async () => {
    const jwt = await signJwt({ email: 'liz@example.com', scope: 'VERIFIED_CONSUMER' })
    const response = await send(`/events/seen?jwt=${jwt}&access_token=${await visit.anonymous()}`)
    expect(await scopes(tokenIn(response))).toContain('VERIFIED_CONSUMER')
  })
})

test('a claim without a proof gives the person nothing that the brand has stored about the device', async () => {
  await visit.identified('plain@example.com')
  const token = await visit.anonymous()
  const { identity_id } = await (await visit.send('/v5/token', { token })).json()
  const json = { first_name: 'Mallory', locale: 'fr' }
  const changed = await visit.send(`${server}/v5/persons/${identity_id}`, {
    ...{ method: 'PUT', token: demo.serverToken, json },
  })
  expect(changed.status).toBe(200)
  await visit.send('/events', { token, json: { event_name: 'visit', data: { email: 'plain@example.com' } } })
  expect(await visit.rows(`select first_name, locale from persons where email = 'plain@example.com'`)).toEqual([
    { first_name: null, locale: null },
  ])
})

test.each([
  'first_name',
  'last_name',
])('a claim that names a device keeps the %s that the brand has stored for it', async stored => {
  const token = await visit.anonymous()
  const { identity_id } = await (await visit.send('/v5/token', { token })).json()
  const call = { method: 'PUT', token: demo.serverToken, json: { [stored]: 'Stored' } }
  await visit.send(`${server}/v5/persons/${identity_id}`, call)
  const data = { email: `with-${stored.replace('_', '-')}@example.com`, first_name: 'Ida', last_name: 'Rhodes' }
  await visit.send('/events', { token, json: { event_name: 'visit', data } })
  const [person] = await visit.rows('select email, first_name, last_name from persons where person_id = $1', [
    identity_id,
  ])
  expect(person).toEqual({ ...data, [stored]: 'Stored' })
})
