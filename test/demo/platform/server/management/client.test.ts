import { afterEach, describe, expect, test } from 'vitest'
import { demo } from '../../../../../demo/platform/index.js'
import { type Call, codeOf, server, tokenIn, usePlatform } from '../../use-platform.js'

const visit = usePlatform()
const call = (json?: object, call: Call = {}) =>
  visit.send(`${server}/v2/client`, { token: demo.serverToken, ...(json && { method: 'PUT', json }), ...call })

afterEach(() =>
  visit.rows(
    `update clients set identity_key = 'email', cookie_consent = null, time_zone = 'America/New_York', paid = true`,
  ),
)

const initial = {
  client_id: demo.clientId,
  account: 'juniper',
  name: 'Juniper',
  is_sandbox: false,
  identity_key: 'email',
  time_zone: 'America/New_York',
  cookie_consent: null,
  is_paid: true,
}

test('the client of the token is shown with its settings', async () => {
  expect(await (await call()).json()).toEqual(initial)
  const sandbox = { client_id: demo.sandbox.clientId, name: 'Juniper (sandbox)', is_sandbox: true }
  expect(await (await call(undefined, { token: demo.sandbox.serverToken })).json()).toEqual({ ...initial, ...sandbox })
})

test('only the given settings change, and only of this client', async () => {
  expect(await (await call({ cookie_consent: 'unset' })).json()).toEqual({ ...initial, cookie_consent: 'unset' })
  expect(await (await call({ time_zone: 'Europe/Paris' })).json()).toEqual({
    ...initial,
    cookie_consent: 'unset',
    time_zone: 'Europe/Paris',
  })
  expect(await (await call({ cookie_consent: null })).json()).toMatchObject({ cookie_consent: null })
  expect(await (await call(undefined, { token: demo.sandbox.serverToken })).json()).toMatchObject({
    time_zone: 'America/New_York',
  })
})

test.each([
  { cookie_consent: 'granted' },
  { cookie_consent: 'denied' },
  { cookie_consent: 'unset' },
  { identity_key: 'email' },
  { identity_key: 'partner_user_id' },
])('%o is saved', async json => {
  expect(await (await call(json)).json()).toEqual({ ...initial, ...json })
  expect(await (await call()).json()).toEqual({ ...initial, ...json })
})

describe('a setting', () => {
  test('cookie_consent decides about the cookie of consumers who have not decided', async () => {
    const zone = () => visit.send('/zones', { method: 'POST' })
    expect((await zone()).headers.has('Set-Cookie')).toBe(true)
    await call({ cookie_consent: 'unset' })
    const response = await zone()
    expect(response.headers.get('X-Svc-Cookie-Consent')).toBe('unset')
    expect(response.headers.has('Set-Cookie')).toBe(false)
    expect(tokenIn(response)).toBeTruthy()
  })

  test('identity_key decides about tokens with an email, and about the identity key value of a person', async () => {
    await call({ identity_key: 'partner_user_id' })
    const token = await visit.send('/v5/token', { json: { email: 'new@example.com' } })
    expect([token.status, await codeOf(token)]).toEqual([400, 'email_not_applicable'])
    const person = await visit.send(`${server}/v5/persons/ada-lovelace`, { token: demo.serverToken })
    expect(await person.json()).toMatchObject({
      identity_key: 'partner_user_id',
      identity_key_value: demo.ada.partner_user_id,
    })
  })

  test('identity_key decides which key the identity key value of a new person is, and it takes precedence', async () => {
    await call({ identity_key: 'partner_user_id' })
    const json = { identity_key_value: 'cust-7', partner_user_id: 'cust-8', email: 'cora@example.com' }
    const person = await visit.send(`${server}/v5/persons`, { token: demo.serverToken, json })
    expect(await person.json()).toMatchObject({ partner_user_id: 'cust-7', email: 'cora@example.com' })
  })

  test('time_zone decides about the dates of the v2 steps', async () => {
    await call({ time_zone: 'Europe/Paris' })
    const data = { person_id: 'ada-lovelace', event_time: '2026-05-01T12:00:00Z' }
    await visit.send(`${server}/v6/events`, { token: demo.serverToken, json: { event_name: 'seen', data } })
    const steps = await visit.send(`${server}/v2/persons/ada-lovelace/steps`, { token: demo.serverToken })
    expect(await steps.json()).toMatchObject([{ event_date: '2026-05-01T14:00:00.000+02:00' }])
  })

  test('is_paid: false closes the account with its sandbox, for tokens and for new consumers', async () => {
    const consumer = await visit.verified(demo.ada.email)
    expect(await (await call({ is_paid: false })).json()).toMatchObject({ is_paid: false })
    const responses = [
      await call(),
      await call({ is_paid: true }),
      await call(undefined, { token: demo.sandbox.serverToken }),
      await visit.send('/v4/me', { token: consumer }),
      await visit.send('/v5/token', { json: {} }),
    ]
    for (const response of responses)
      expect([response.status, await codeOf(response)]).toEqual([402, 'payment_required'])
  })
})

test('each client has its own settings, and each account pays for itself', async () => {
  await visit.rows(`insert into clients (client_id, account, name, paid) values ('other', 'other', 'Other', false)`)
  const others = { time_zone: 'Asia/Tokyo', identity_key: 'partner_user_id' }
  await call(others, { token: demo.sandbox.serverToken })
  const identify = (client_id: string) =>
    visit.send('/v5/token', { json: { client_id, email: 'of-one-client@example.com' } })
  expect((await identify(demo.clientId)).status).toBe(200)
  expect(await codeOf(await identify(demo.sandbox.clientId))).toBe('email_not_applicable')
  const report = { name: 'Daily', report_type: 'EVENTS', schedule: { cron: '30 6 * * *' } }
  for (const [token, { time_zone }] of [
    [demo.serverToken, initial],
    [demo.sandbox.serverToken, others],
  ] as const) {
    const runner = await visit.send(`${server}/v7/report-runners`, { token, json: report })
    expect(await runner.json()).toMatchObject({ schedule: { time_zone } })
  }
  await visit.rows(`update clients set paid = true where client_id = 'other'`)
  await call({ is_paid: false })
  expect(await visit.rows(`delete from clients where client_id = 'other' returning paid`)).toEqual([{ paid: true }])
})

test.each([
  { identity_key: 'phone' },
  { identity_key: null },
  { time_zone: 'Mars/Olympus' },
  { time_zone: '' },
  { cookie_consent: 'perhaps' },
  { is_paid: 'yes' },
])('%o is refused, and nothing changes', async json => {
  const response = await call({ cookie_consent: 'denied', time_zone: 'Europe/Paris', ...json })
  expect([response.status, await codeOf(response)]).toEqual([400, 'binding_error'])
  expect(await (await call()).json()).toEqual(initial)
})

test('a token that only reads cannot change the settings', async () => {
  const body = { scopes: ['USER_SUPPORT'] }
  const { access_token: token } = await (
    await visit.send(`${server}/v4/tokens`, { token: demo.serverToken, json: body })
  ).json()
  expect((await call(undefined, { token })).status).toBe(200)
  const response = await call({ time_zone: 'UTC' }, { token })
  expect([response.status, await codeOf(response)]).toEqual([403, 'scopes_denied'])
})
