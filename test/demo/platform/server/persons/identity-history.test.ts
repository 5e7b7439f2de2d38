import { expect, test } from 'vitest'
import { demo } from '../../../../../demo/platform/index.js'
import { type Call, codeOf, server, tokenIn, usePlatform } from '../../use-platform.js'

const visit = usePlatform()
const send = (path: string, call: Call = {}) =>
  visit.send(`${server}/v5/persons${path}`, { token: demo.serverToken, ...call })
const create = async (json: object): Promise<string> => (await (await send('', { json })).json()).id
/** Each row as key, value, profile, and seconds since the start of the test. */
async function history(id: string, start: number) {
  const since = (date: string | null) => date && (Date.parse(date) - start) / 1000
  return (await (await send(`/${id}/identity-history`)).json()).map((row: Record<string, string>) => [
    ...[row.identity_key, row.identity_key_value, row.person_id],
    ...[since(row.created_date!), since(row.ended_date!)],
  ])
}

test('a person of the first hour has an identity history', async () => {
  const date = new Date(visit.now).toISOString()
  expect(await (await send('/ada-lovelace/identity-history')).json()).toEqual(
    ['email', 'partner_user_id'].map(identity_key => ({
      identity_key,
      identity_key_value: demo.ada[identity_key as 'email' | 'partner_user_id'],
      person_id: 'ada-lovelace',
      created_date: date,
      ended_date: null,
    })),
  )
})

test('the history has each value with the time in which it was valid', async () => {
  const start = visit.now
  const id = await create({ email: 'Ida@example.com', first_name: 'Ida' })
  visit.now += 1000
  await send(`/${id}`, { method: 'PUT', json: { identity_key_value: 'ida@work.example' } })
  await send(`/${id}`, { method: 'PUT', json: { first_name: 'Ida R.', email: 'ida@work.example' } })
  visit.now += 1000
  await send(`/${id}`, { method: 'PUT', json: { partner_user_id: 'cust-1', email: 'ida@example.com' } })
  visit.now += 1000
  await send(`/${id}`, { method: 'PUT', json: { partner_user_id: 'cust-4' } })
  expect(await history(id, start)).toEqual([
    ['email', 'ida@example.com', id, 0, 1],
    ['email', 'ida@work.example', id, 1, 2],
    ['email', 'ida@example.com', id, 2, null],
    ['partner_user_id', 'cust-1', id, 2, 3],
    ['partner_user_id', 'cust-4', id, 3, null],
  ])
})

test('an anonymous consumer has a history from the first claim', async () => {
  const start = visit.now
  const token = await visit.anonymous()
  visit.now += 5000
  const event = { event_name: 'signup', data: { email: 'joan@example.com', partner_user_id: 'cust-2' } }
  const response = await visit.send('/v6/events', { token, json: event })
  const { person_id } = await response.json()
  expect(await history(person_id, start)).toEqual([['email', 'joan@example.com', person_id, 5, null]])
  // The customer number counts once the backend confirms it.
  await visit.send(`${server}/v6/events`, { token: demo.serverToken, json: event })
  expect(await history(person_id, start)).toEqual([
    ['email', 'joan@example.com', person_id, 5, null],
    ['partner_user_id', 'cust-2', person_id, 5, null],
  ])
  expect((await visit.send('/v4/me', { token: tokenIn(response) })).status).toBe(200)
})

test('the history of a merged profile belongs to its target, also if the target takes over a key', async () => {
  const start = visit.now
  const source = await create({ email: 'mary@example.com' })
  const target = await create({ partner_user_id: 'cust-3' })
  visit.now += 1000
  await send(`/${source}/forward`, { json: { target_person_id: target } })
  const merged = [
    ['email', 'mary@example.com', source, 0, 1],
    ['partner_user_id', 'cust-3', target, 0, null],
    ['email', 'mary@example.com', target, 1, null],
  ]
  expect(await history(target, start)).toEqual(merged)
  expect(await history(source, start)).toEqual(merged)
  const number = await create({ partner_user_id: 'cust-5' })
  const other = await create({ email: 'marie@example.com' })
  await send(`/${number}/forward`, { json: { target_person_id: other } })
  expect(await history(other, start)).toEqual([
    ['partner_user_id', 'cust-5', number, 1, 1],
    ['email', 'marie@example.com', other, 1, null],
    ['partner_user_id', 'cust-5', other, 1, null],
  ])
})

test.each<[number, string, Call]>([
  [403, 'person_not_found', { token: demo.sandbox.serverToken }],
  [403, 'missing_access_token', { token: '' }],
])('responds with %i %s to %j', async (status, code, call) => {
  const response = await send('/ada-lovelace/identity-history', call)
  expect([response.status, await codeOf(response)]).toEqual([status, code])
})
