import { expect, test } from 'vitest'
import { audiencesOf } from '../../../../../demo/platform/events/audience.js'
import { demo } from '../../../../../demo/platform/index.js'
import { type Call, codeOf, server, usePlatform } from '../../use-platform.js'

const visit = usePlatform()
const send = (path: string, call: Call = {}) => visit.send(server + path, { token: demo.serverToken, ...call })
const path = '/v5/persons/grace-hopper/audience-memberships'

test('the brand adds a person to an audience and removes them', async () => {
  const date = new Date(visit.now).toISOString()
  const membership = { audience_id: 'partners', created_date: date, updated_date: date }
  expect(await (await send(path, { json: { audience_id: 'partners' } })).json()).toEqual(membership)
  visit.now += 1000
  const updated = { ...membership, updated_date: new Date(visit.now).toISOString() }
  expect(await (await send(path, { json: { audience_id: 'partners' } })).json()).toEqual(updated)
  expect(await (await send(path)).json()).toEqual([updated])
  const token = await visit.identified(demo.grace.email)
  expect(await (await visit.send('/v4/me/audience-memberships', { token })).json()).toEqual([updated])
  // The brand's choice also counts where a test container is tried.
  expect(await audiencesOf(visit.platform, 'grace-hopper', 'test')).toEqual(['partners'])
  expect(await (await send(`${path}/partners`, { method: 'DELETE' })).json()).toEqual(updated)
  expect(await (await send(path)).json()).toEqual([])
})

test('the audiences of a person are listed in the order in which they have joined them', async () => {
  // Whoever is in an audience, and joins it again, keeps the place.
  for (const audience_id of ['partners', 'alumni', 'members', 'partners']) {
    visit.now += 1000
    await send(path, { json: { audience_id } })
  }
  const listed: { audience_id: string }[] = await (await send(path)).json()
  expect(listed.map(({ audience_id }) => audience_id)).toEqual(['partners', 'alumni', 'members'])
  for (const { audience_id } of listed) await send(`${path}/${audience_id}`, { method: 'DELETE' })
})

test('the brand removes a person also from an audience that a step of another container has joined', async () => {
  await send(path, { json: { audience_id: 'partners' } })
  await visit.rows(
    `insert into audience_memberships (person_id, audience_id, container, created_at, updated_at)
     values ('grace-hopper', 'partners', 'test', now(), now())`,
  )
  expect((await send(`${path}/partners`, { method: 'DELETE' })).status).toBe(200)
  expect(await visit.rows(`select 1 from audience_memberships where audience_id = 'partners'`)).toEqual([])
})

test('the name of an audience has up to 100 characters', async () => {
  const audience_id = 'a'.repeat(100)
  expect(await (await send(path, { json: { audience_id } })).json()).toMatchObject({ audience_id })
  expect((await send(`${path}/${audience_id}`, { method: 'DELETE' })).status).toBe(200)
})

test.each<[number, string, string, Call]>([
  [400, 'binding_error', path, { json: { audience_id: 'two words' } }],
  [400, 'binding_error', path, { json: { audience_id: 'a'.repeat(101) } }],
  [400, 'binding_error', path, { json: {} }],
  [400, 'invalid_parameter', `${path}/nobodys`, { method: 'DELETE' }],
  [403, 'person_not_found', path.replace('grace-hopper', 'nobody'), {}],
  [403, 'person_not_found', path.replace('grace-hopper', 'nobody'), { json: { audience_id: 'partners' } }],
  [403, 'missing_access_token', path, { token: '' }],
])('responds with %i %s to %s %j', async (status, code, url, call) => {
  const response = await send(url, call)
  expect([response.status, await codeOf(response)]).toEqual([status, code])
})
