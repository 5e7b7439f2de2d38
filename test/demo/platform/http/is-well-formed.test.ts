import { expect, test } from 'vitest'
import { signJwt } from '../../../proof.js'
import { codeOf, usePlatform } from '../use-platform.js'

const visit = usePlatform()
const { send } = visit

/** JSON with the halves of two surrogate pairs, which a database would store as one and the same character. */
const halves = ['"\\ud800"', '"\\udc01"'] as const
const headers = { 'Content-Type': 'application/json' }

test.each(halves)('half a surrogate pair in an id (%s) is refused, so that two ids never become equal', async half => {
  for (const data of [
    `{"partner_user_id":${half}}`,
    `{"partner_event_id":${half}}`,
    `{"items":[{"sku":${half}}]}`,
    `{${half}:1}`,
  ]) {
    const text = `{"event_name":"browse","data":${data}}`
    const response = await send('/v6/events', { token: await visit.anonymous(), text, headers })
    expect([response.status, await codeOf(response)]).toEqual([400, 'invalid_parameter'])
  }
  expect(await visit.rows(`select 1 from events`)).toEqual([])
  expect(await visit.rows(`select 1 from persons where partner_user_id like '%\uFFFD%'`)).toEqual([])
})

test.each(halves)('half a surrogate pair in a claim of a JWT (%s) is refused', async half => {
  const jwt = await signJwt({ partner_user_id: JSON.parse(half), scope: 'VERIFIED_CONSUMER' })
  expect(await codeOf(await send('/v5/token', { json: { jwt } }))).toBe('jwt_error')
})

test('bytes in a form that are not UTF-8 are refused', async () => {
  const type = { 'Content-Type': 'application/x-www-form-urlencoded' }
  for (const bytes of ['%ED%A0%80', '%FF'])
    expect(
      await codeOf(await send('/events', { text: `event_name=browse&partner_user_id=${bytes}`, headers: type })),
    ).toBe('binding_error')
})

test('whole pairs, percent signs and other characters are kept', async () => {
  const token = await visit.anonymous()
  const type = { 'Content-Type': 'application/x-www-form-urlencoded' }
  expect(
    (await send('/v6/events', { token, json: { event_name: 'browse', data: { note: '🌷 100 % \uFFFD' } } })).status,
  ).toBe(200)
  await send('/events', { token, text: 'event_name=browse&note=100%+%F0%9F%8C%B7', headers: type })
  const rows = await visit.rows<{ note: string }>(`select data->>'note' as note from events order by created_at`)
  expect(rows.map(({ note }) => note).sort()).toEqual(['100% 🌷', '🌷 100 % \uFFFD'])
})

test.each([
  '/events/seen?partner_user_id=%ED%A0%80',
  '/events/seen?partner_user_id=%FF',
  '/events/%FF?n=1',
])('bytes in a URL that are not UTF-8 are refused: %s', async path => {
  expect(await codeOf(await visit.send(path))).toBe('binding_error')
})
