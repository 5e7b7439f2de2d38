import { expect, test } from 'vitest'
import { demo } from '../../../../../demo/platform/index.js'
import { type Call, codeOf, server, tokenIn, usePlatform } from '../../use-platform.js'

const visit = usePlatform()
const send = (path: string, call: Call = {}) => visit.send(server + path, { token: demo.serverToken, ...call })
const block = (id: string, json: object) => send(`/v5/persons/${id}/block`, { method: 'PUT', json })
const events = (name: string) => visit.rows('select 1 from events where event_name = $1', [name])

test('a block has a type and a reason until it is ended', async () => {
  const record = async () => (await send('/v5/persons/grace-hopper/block')).json()
  expect(await record()).toEqual({ type: 'NONE', reason: null })
  const blocked = { type: 'EVENTS', reason: 'Buys from herself' }
  expect(await (await block('grace-hopper', blocked)).json()).toEqual(blocked)
  expect(await record()).toEqual(blocked)
  await block('grace-hopper', { type: 'NONE' })
  expect(await record()).toEqual({ type: 'NONE', reason: null })
})

test('events of a person who is blocked for events are rejected by both APIs', async () => {
  const token = await visit.verified('eve@example.com')
  const { id } = await (await visit.send('/api/v4/me', { token })).json()
  const track = (name: string) => visit.send('/events', { token, json: { event_name: name, data: {} } })
  await block(id, { type: 'EVENTS' })
  const response = await track('blocked_visit')
  expect([response.status, await codeOf(response)]).toEqual([200, 'access_denied'])
  const api = await visit.send('/v6/events', { token, json: { event_name: 'blocked_visit' } })
  expect([api.status, await codeOf(api)]).toEqual([403, 'access_denied'])
  expect(await events('blocked_visit')).toEqual([])
  await visit.send('/events', { json: { event_name: 'others_visit', data: { email: 'bob@example.com' } } })
  expect(await events('others_visit')).toHaveLength(1)
  await block(id, { type: 'NONE' })
  await track('free_visit')
  expect(await events('free_visit')).toHaveLength(1)
})

test('a person who is blocked for rewards earns them, but they are not fulfilled', async () => {
  await block('ada-lovelace', { type: 'REWARDS' })
  const friend = tokenIn(await visit.send(`/s/${demo.ada.code}`))
  const data = { email: 'friend@example.com' }
  await visit.send('/events', { token: friend, json: { event_name: 'purchase', data } })
  const status = async () =>
    (
      await visit.send('/v4/me/rewards/status?reward_name=advocate-20', { token: await visit.verified(demo.ada.email) })
    ).json()
  const { reward } = await status()
  for (const mark of ['fulfilled', 'fulfilled_and_sent']) {
    const response = await send(`/v2/custom-rewards/${reward.reward_id}/${mark}`, { method: 'POST' })
    expect([response.status, await codeOf(response)]).toEqual([403, 'access_denied'])
  }
  expect((await status()).reward.state).toBe('EARNED')
  await block('ada-lovelace', { type: 'NONE' })
  await send(`/v2/custom-rewards/${reward.reward_id}/fulfilled`, { method: 'POST' })
  expect((await status()).reward.state).toBe('FULFILLED')
})

test.each<[number, string, string, Call]>([
  [403, 'person_not_found', 'none', {}],
  [403, 'person_not_found', 'none', { method: 'PUT', json: { type: 'NONE' } }],
  [400, 'binding_error', 'grace-hopper', { method: 'PUT', json: { type: 'EVERYTHING' } }],
  [400, 'binding_error', 'grace-hopper', { method: 'PUT', json: { reason: 'No type' } }],
  [400, 'missing_request_body', 'grace-hopper', { method: 'PUT' }],
])('responds with %i %s to the block of %s', async (status, code, id, call) => {
  const response = await send(`/v5/persons/${id}/block`, call)
  expect([response.status, await codeOf(response)]).toEqual([status, code])
})
