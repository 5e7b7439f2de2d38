import { describe, expect, test } from 'vitest'
import { demo } from '../../../../demo/platform/index.js'
import { type Call, codeOf, server, usePlatform } from '../use-platform.js'

const visit = usePlatform({ perMinute: 200, perSecond: 1e6 })
const send = (path: string, call: Call = {}) => visit.send(server + path, { token: demo.serverToken, ...call })
const events = (id: string) => visit.rows('select event_name, person_id, data from events where event_id = $1', [id])

describe('a synchronous event', () => {
  test.each([
    ['email', { email: 'ada@example.com' }],
    ['partner_user_id', { partner_user_id: demo.ada.partner_user_id }],
    ['person_id', { person_id: 'ada-lovelace' }],
  ])('is recorded for the person of its %s', async (_, data) => {
    const body = await (await send('/v6/events', { json: { event_name: 'visited', data } })).json()
    expect(body).toEqual({ event_id: expect.any(String), person_id: 'ada-lovelace' })
    expect(await events(body.event_id)).toEqual([{ event_name: 'visited', person_id: 'ada-lovelace', data }])
  })

  test('can have its name in the path and its data as the body', async () => {
    const { event_id } = await (await send('/v6/events/visited', { json: { email: 'new@example.com', n: 1 } })).json()
    expect(await events(event_id)).toMatchObject([{ event_name: 'visited', data: { n: 1 } }])
  })

  test('with a repeated partner_event_id is not recorded again', async () => {
    const json = { event_name: 'purchase', data: { email: 'ada@example.com', partner_event_id: 'o-1' } }
    const first = await (await send('/v6/events', { json })).json()
    expect(await (await send('/v6/events', { json })).json()).toEqual(first)
  })

  test('has the same effects as an event of a consumer', async () => {
    const data = { email: 'friend@example.com', advocate_code: demo.ada.code }
    const { person_id } = await (await send('/v6/events/purchase', { json: data })).json()
    expect(await visit.rows('select state from rewards where friend_id = $1', [person_id])).toEqual([
      { state: 'EARNED' },
    ])
  })

  test('is recorded for the person of its person_id, whatever email it has', async () => {
    const data = { person_id: 'ada-lovelace', email: 'grace@example.com' }
    expect(await (await send('/v6/events/visited', { json: data })).json()).toMatchObject({ person_id: 'ada-lovelace' })
  })

  test('is recorded for the person of its email, and takes no customer number from another person', async () => {
    const email = 'ned@example.com'
    const { person_id } = await (await send('/v6/events/visited', { json: { email } })).json()
    const json = { email, partner_user_id: demo.grace.partner_user_id }
    expect(await (await send('/v6/events/visited', { json })).json()).toMatchObject({ person_id })
    expect(await visit.rows('select partner_user_id from persons where email = $1', [email])).toEqual([
      { partner_user_id: null },
    ])
  })

  test('completes the profile of its person, and changes nothing in it', async () => {
    const email = 'mary@example.com'
    await send('/v6/events/visited', { json: { email, first_name: 'Mary' } })
    const data = { email, first_name: 'Maria', last_name: 'Somerville', partner_user_id: 'cust-1780' }
    await send('/v6/events/visited', { json: data })
    expect(
      await visit.rows('select first_name, last_name, partner_user_id from persons where email = $1', [email]),
    ).toEqual([{ first_name: 'Mary', last_name: 'Somerville', partner_user_id: 'cust-1780' }])
    const other = { email: 'sophie@example.com', first_name: 'Sophie', partner_user_id: 'cust-1776' }
    for (const json of [other, { ...other, last_name: 'Germain' }]) await send('/v6/events/visited', { json })
    const named = { email: 'emmy@example.com', last_name: 'Noether' }
    for (const json of [named, { ...named, first_name: 'Emmy', last_name: 'N' }])
      await send('/v6/events/visited', { json })
    const names = 'select first_name, last_name from persons where email = any($1) order by email'
    expect(await visit.rows(names, [[named.email, other.email]])).toEqual([
      { first_name: 'Emmy', last_name: 'Noether' },
      { first_name: 'Sophie', last_name: 'Germain' },
    ])
  })

  test('leaves what is blank out of a profile, and keeps a name of one character', async () => {
    const data = { partner_user_id: 'cust-1850', email: ' ', first_name: ' ', last_name: 'O' }
    const { person_id } = await (await send('/v6/events/visited', { json: data })).json()
    expect(
      await visit.rows('select email, first_name, last_name from persons where person_id = $1', [person_id]),
    ).toEqual([{ email: null, first_name: null, last_name: 'O' }])
    await send('/v6/events/visited', { json: { email: 'blank@example.com', partner_user_id: ' ' } })
    expect(await visit.rows(`select partner_user_id from persons where email = 'blank@example.com'`)).toEqual([
      { partner_user_id: null },
    ])
  })

  test.each<[number, string, Call]>([
    [400, 'invalid_parameter', { json: { data: { email: 'ada@example.com' } } }],
    [400, 'invalid_parameter', { json: { event_name: 'x' } }],
    [403, 'person_not_found', { json: { event_name: 'x', data: { person_id: 'none' } } }],
    [403, 'invalid_email', { json: { event_name: 'x', data: { email: 'x' } } }],
    [400, 'missing_request_body', { method: 'POST' }],
    [415, 'unsupported_media_type', { form: { event_name: 'x' } }],
    [415, 'unsupported_media_type', { text: '{"event_name":"x","data":{"email":"ada@example.com"}}' }],
  ])('is rejected with %i %s', async (status, code, call) => {
    const response = await send('/v6/events', call)
    expect([response.status, await codeOf(response)]).toEqual([status, code])
  })

  test('of a blocked person is rejected', async () => {
    await send('/v5/persons/grace-hopper/block', { method: 'PUT', json: { type: 'EVENTS' } })
    const response = await send('/v6/events/x', { json: { person_id: 'grace-hopper' } })
    expect([response.status, await codeOf(response)]).toEqual([403, 'access_denied'])
    // What is invalid in the data is reported first.
    const invalid = await send('/v6/events/x', { json: { person_id: 'grace-hopper', event_time: 'soon' } })
    expect([invalid.status, await codeOf(invalid)]).toEqual([400, 'invalid_parameter'])
  })
})

describe('an asynchronous event', () => {
  test.each<[string, Call]>([
    ['/v6/async-events', { json: { event_name: 'Later', data: { email: 'late@example.com' } } }],
    ['/v6/async-events/Later', { json: { email: 'late@example.com' } }],
  ])('%s returns only its id, and is recorded with this id afterwards', async (path, call) => {
    const body = await (await send(path, call)).json()
    expect(body).toEqual({ event_id: expect.any(String) })
    await expect.poll(() => events(body.event_id)).toMatchObject([{ event_name: 'Later' }])
  })

  test('keeps the time that it names', async () => {
    const event_time = '2026-04-01T10:00:00+02:00'
    const { event_id } = await (
      await send('/v6/async-events/timed', { json: { email: 'late@example.com', event_time } })
    ).json()
    const read = () => visit.rows('select event_time from events where event_id = $1', [event_id])
    await expect.poll(read).toEqual([{ event_time: new Date('2026-04-01T08:00:00Z') }])
  })

  test('without a name is rejected immediately', async () => {
    expect(await codeOf(await send('/v6/async-events', { json: { data: {} } }))).toBe('invalid_parameter')
  })

  test('with an invalid time or id is rejected immediately', async () => {
    for (const data of [{ event_time: 'soon' }, { partner_event_id: 'x'.repeat(300) }]) {
      const json = { event_name: 'checked', data: { email: 'late@example.com', ...data } }
      const response = await send('/v6/async-events', { json })
      expect([response.status, await codeOf(response)]).toEqual([400, 'invalid_parameter'])
    }
    expect(await visit.rows(`select 1 from jobs where payload->>'name' = 'checked'`)).toEqual([])
  })

  test('has no rate limit, unlike a synchronous event', async () => {
    visit.now += 60_000
    const post = async (path: string) => (await send(path, { json: { email: 'bulk@example.com' } })).status
    const statuses = async (path: string) => new Set(await Promise.all(Array.from({ length: 201 }, () => post(path))))
    expect(await statuses('/v6/async-events/bulk')).toEqual(new Set([200]))
    expect(await statuses('/v6/events/bulk')).toEqual(new Set([200, 429]))
    const json = { event_name: 'bulk', data: { email: 'bulk@example.com' } }
    expect((await send('/v6/async-events', { json })).status).toBe(200)
  })
})
