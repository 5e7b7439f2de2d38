import { describe, expect, test } from 'vitest'
import { demo } from '../../../../demo/platform/index.js'
import { newestMail } from '../../../mails.js'
import { signJwt } from '../../../proof.js'
import { type Call, server, shop, tokenIn, usePlatform } from '../use-platform.js'

/** How a consumer gets from one level to the next (specification 3.1). */
const visit = usePlatform()
const { send } = visit

const levelOf = async (token: string) => {
  const { scopes } = await (await send('/v5/token', { token })).json()
  return scopes.includes('VERIFIED_CONSUMER')
    ? 'verified'
    : scopes.includes('UPDATE_PROFILE')
      ? 'identified'
      : 'anonymous'
}
const jwt = (claims: object = {}) => signJwt({ email: 'ada@example.com', scope: 'VERIFIED_CONSUMER', ...claims })

describe('an anonymous consumer becomes identified', () => {
  test.each<[string, string, Call]>([
    ['an event with an email', '/events', { json: { event_name: 'x', data: { email: 'ada@example.com' } } }],
    [
      'an event with a partner_user_id',
      '/v6/events',
      { json: { event_name: 'x', data: { partner_user_id: 'cust-1815' } } },
    ],
    ['an event by URL with an email', '/events/x?email=ada@example.com', {}],
    ['a zone with an email', '/v6/zones', { json: { event_name: 'terms_', data: { email: 'ada@example.com' } } }],
    ['a named zone with an email', '/zones/terms', { form: { email: 'ada@example.com' } }],
  ])('by %s', async (_, path, call) => {
    const token = await visit.anonymous()
    const response = await send(path, { token, ...call })
    expect(await levelOf(tokenIn(response))).toBe('identified')
    expect(tokenIn(response)).not.toBe(token)
  })

  test('by a JWT without the scope VERIFIED_CONSUMER', async () => {
    const response = await send('/v4/me', {
      token: await visit.anonymous(),
      headers: { 'X-Svc-Jwt': await jwt({ scope: undefined }) },
    })
    expect(await levelOf(tokenIn(response))).toBe('identified')
  })

  test('and gets a new token and a new cookie', async () => {
    const cookie = await visit.anonymous()
    const response = await send('/events', {
      json: { event_name: 'x', data: { email: 'ada@example.com' } },
      cookie,
      origin: shop,
    })
    expect(response.headers.get('Set-Cookie')).toContain(tokenIn(response))
  })
})

describe('an identified consumer becomes verified', () => {
  const carriers: [string, string, (jwt: string) => Call][] = [
    ['in its header', '/v4/me', jwt => ({ headers: { 'X-Svc-Jwt': jwt } })],
    ['in the body of an event', '/v6/events', jwt => ({ json: { event_name: 'x', jwt } })],
    ['in the body of a zone', '/zones', jwt => ({ json: { event_name: 'terms', jwt } })],
    ['in the form of a zone', '/zones/terms', jwt => ({ form: { jwt } })],
    ['in the form of a token', '/v5/token', jwt => ({ form: { jwt } })],
  ]
  test.each(carriers)('by a JWT %s', async (_, path, call) => {
    const token = await visit.identified('ada@example.com')
    const response = await send(path, { token, ...call(await jwt()) })
    expect(await levelOf(tokenIn(response))).toBe('verified')
    expect(tokenIn(response)).not.toBe(token)
  })

  test('by a JWT in the URL of an event', async () => {
    const token = await visit.identified('ada@example.com')
    const response = await send(`/events/x?jwt=${await jwt()}`, { token })
    expect(await levelOf(tokenIn(response))).toBe('verified')
  })

  test('by the link of a verification email', async () => {
    const token = await visit.identified('ada@example.com')
    await send('/v4/me/send-verification-email', { token, json: {} })
    await send((await newestMail(visit.platform)).link, { method: 'POST' })
    expect(await levelOf(token)).toBe('verified')
  })

  test('by the brand’s backend', async () => {
    const token = await visit.identified('ada@example.com')
    await send(`${server}/v4/tokens/${token}`, { method: 'PUT', token: demo.serverToken })
    expect(await levelOf(token)).toBe('verified')
  })
})

test('nothing else raises the level', async () => {
  const token = await visit.identified('ada@example.com')
  await send('/events', {
    token,
    json: { event_name: 'purchase', data: { email: 'ada@example.com', scope: 'VERIFIED_CONSUMER' } },
  })
  await send('/zones/terms', { token, json: { jwt_claims: { scope: 'VERIFIED_CONSUMER' } } })
  await send('/v4/me', { token, json: { first_name: 'X' } })
  expect(await levelOf(token)).toBe('identified')
  expect(await levelOf(await visit.anonymous())).toBe('anonymous')
})

describe('a claim', () => {
  const both = { email: 'own@example.com', partner_user_id: 'victim-1' }

  test('with an email address and the customer number of somebody else gives no access to their profile', async () => {
    await send('/events', { json: { event_name: 'identify', data: both } })
    const victim = await signJwt({ partner_user_id: 'victim-1', last_name: 'Secret', scope: 'VERIFIED_CONSUMER' })
    await send('/v5/token', { json: { jwt: victim } })
    const attacker = await visit.verified(both.email)
    expect(await (await send('/v4/me', { token: attacker })).json()).toMatchObject({
      email: both.email,
      last_name: null,
    })
  })

  test('that is proven completes the profile, but takes no key from another person', async () => {
    await visit.rows(
      `insert into persons (person_id, client_id, email, partner_user_id, created_at)
       values ('five-of-sandbox', $1, 'five@example.com', 'number-five', now())`,
      [demo.sandbox.clientId],
    )
    const first = await signJwt({ partner_user_id: 'cust-5', scope: 'VERIFIED_CONSUMER' })
    const token = (await (await send('/v5/token', { json: { jwt: first } })).json()).access_token
    await send('/v4/me', {
      token,
      headers: {
        'X-Svc-Jwt': await signJwt({
          partner_user_id: 'cust-5',
          email: 'five@example.com',
          scope: 'VERIFIED_CONSUMER',
        }),
      },
    })
    expect(await (await send('/v4/me', { token })).json()).toMatchObject({
      email: 'five@example.com',
      partner_user_id: 'cust-5',
    })
    const grace = await signJwt({
      email: 'five@example.com',
      partner_user_id: demo.grace.partner_user_id,
      last_name: 'Five',
      scope: 'VERIFIED_CONSUMER',
    })
    await send('/v5/token', { json: { jwt: grace } })
    // A JWT without the scope only identifies: it changes no profile.
    const named = await signJwt({ partner_user_id: 'cust-5', first_name: 'Eve' })
    await send('/v5/token', { json: { jwt: named } })
    const profile = await (await send('/v4/me', { token })).json()
    expect(profile).toMatchObject({ partner_user_id: 'cust-5', first_name: null, last_name: 'Five' })
  })

  test('that is proven completes a profile, but not by the customer number of another person', async () => {
    const email = 'six@example.com'
    await visit.identified(email)
    const profileAfter = async (claims: object) => {
      const headers = { 'X-Svc-Jwt': await jwt({ email, ...claims }) }
      return (await send('/v4/me', { token: await visit.anonymous(), headers })).json()
    }
    const taken = { partner_user_id: demo.grace.partner_user_id, first_name: 'Sue' }
    expect(await profileAfter(taken)).toMatchObject({ email, partner_user_id: null, first_name: 'Sue' })
    expect(await profileAfter({ partner_user_id: 'cust-6' })).toMatchObject({ email, partner_user_id: 'cust-6' })
  })
})
