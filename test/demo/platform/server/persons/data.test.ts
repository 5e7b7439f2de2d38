import { expect, test } from 'vitest'
import { demo } from '../../../../../demo/platform/index.js'
import { dataDocs } from '../../../../../demo/platform/server/persons/data.js'
import { type Call, codeOf, server, usePlatform } from '../../use-platform.js'

const visit = usePlatform()
const send = (path: string, call: Call = {}) =>
  visit.send(`${server}/v5/persons/${path}`, { token: demo.serverToken, ...call })
const create = (id: string, json: object) => send(`${id}/data`, { json })
const names = async (id: string, query = '') =>
  (await (await send(`${id}/data${query}`)).json()).map(({ name }: { name: string }) => name)

test('data is created, read, updated and deleted', async () => {
  const created = await (await create('ada-lovelace', { name: 'size', value: 'M' })).json()
  const size = { name: 'size', value: 'M', type: 'PRIVATE', updated_date: new Date(visit.now).toISOString() }
  expect(created).toEqual(size)
  expect(dataDocs.create.response.parse(created)).toEqual(created)
  expect(await (await send('ada-lovelace/data/size')).json()).toEqual(size)
  const change = { value: { top: 'L' }, type: 'PUBLIC' }
  const updated = await (await send('ada-lovelace/data/size', { method: 'PUT', json: change })).json()
  expect(updated).toEqual({ ...size, ...change })
  const again = await (await send('ada-lovelace/data/size', { method: 'PUT', json: { value: 'S' } })).json()
  expect(again).toMatchObject({ value: 'S', type: 'PUBLIC' })
  expect(await (await send('ada-lovelace/data/size', { method: 'DELETE' })).json()).toEqual(again)
  expect(await codeOf(await send('ada-lovelace/data/size'))).toBe('data_not_found')
})

test('the consumer can read data of the brand, and the brand can read parameters of the consumer', async () => {
  const token = await visit.verified('carla@example.com')
  const { id } = await (await visit.send('/api/v4/me', { token })).json()
  await create(id, { name: 'tier', value: 'gold' })
  await visit.send('/api/v4/me/parameters/size', { method: 'PUT', token, json: { value: 'M' } })
  expect(await (await visit.send('/api/v4/me/parameters', { token })).json()).toEqual({ tier: 'gold', size: 'M' })
  expect(await (await send(`${id}/data/size`)).json()).toMatchObject({ value: 'M' })
})

test('the list is sorted by the last update and can be filtered by name and time', async () => {
  const { id } = await (
    await visit.send(`${server}/v5/persons`, { token: demo.serverToken, json: { email: 'dora@example.com' } })
  ).json()
  visit.now = Date.UTC(2026, 5, 1, 12)
  await create(id, { name: 'first', value: 1 })
  visit.now = Date.UTC(2026, 5, 2, 12)
  await create(id, { name: 'second', value: 2 })
  expect(await names(id)).toEqual(['second', 'first'])
  visit.now = Date.UTC(2026, 5, 3, 12)
  await send(`${id}/data/first`, { method: 'PUT', json: { value: 3 } })
  expect(await names(id)).toEqual(['first', 'second'])
  expect(await names(id, '?name=second')).toEqual(['second'])
  expect(await names(id, '?time_interval=2026-06-01/2026-06-03')).toEqual(['second'])
  expect(await names(id, '?time_interval=2026-06-02T12:00:00Z/2026-06-03T12:00:00Z')).toEqual(['second'])
  expect(await names(id, '?start=2026-06-03&end=2026-06-04')).toEqual(['first', 'second'])
})

test('belongs to one person', async () => {
  await create('ada-lovelace', { name: 'secret', value: 'poetry' })
  expect(await names('grace-hopper')).not.toContain('secret')
  for (const method of ['GET', 'DELETE'])
    expect(await codeOf(await send('grace-hopper/data/secret', { method }))).toBe('data_not_found')
  expect((await send('ada-lovelace/data/secret')).status).toBe(200)
})

test.each<[number, string, string, Call]>([
  [400, 'data_already_exists', 'grace-hopper/data', { json: { name: 'kept', value: 2 } }],
  [400, 'data_not_found', 'grace-hopper/data/none', {}],
  [400, 'data_not_found', 'grace-hopper/data/none', { method: 'PUT', json: { value: 1 } }],
  [400, 'data_not_found', 'grace-hopper/data/none', { method: 'DELETE' }],
  [400, 'read_only_name', 'grace-hopper/data', { json: { name: 'email', value: 'x' } }],
  [400, 'read_only_name', 'grace-hopper/data/email', { method: 'PUT', json: { value: 'x' } }],
  [403, 'invalid_name', 'grace-hopper/data', { json: { name: 'no spaces', value: 1 } }],
  [403, 'invalid_value', 'grace-hopper/data', { json: { name: 'empty', value: null } }],
  [
    403,
    'client_params_value_length_out_of_range',
    'grace-hopper/data',
    { json: { name: 'long', value: 'x'.repeat(2001), type: 'CLIENT' } },
  ],
  [
    403,
    'client_params_name_length_out_of_range',
    'grace-hopper/data',
    { json: { name: 'x'.repeat(201), value: 1, type: 'CLIENT' } },
  ],
  [400, 'binding_error', 'grace-hopper/data', { json: { value: 1 } }],
  [400, 'binding_error', 'grace-hopper/data/kept', { method: 'PUT', json: { value: 1, type: 'SECRET' } }],
  [400, 'binding_error', 'grace-hopper/data?time_interval=yesterday', {}],
  [400, 'missing_request_body', 'grace-hopper/data', { method: 'POST' }],
  [403, 'person_not_found', 'nobody/data', {}],
  [403, 'person_not_found', 'nobody/data', { json: { name: 'a', value: 1 } }],
  [403, 'person_not_found', 'nobody/data/a', {}],
  [403, 'person_not_found', 'nobody/data/a', { method: 'PUT', json: { value: 1 } }],
  [403, 'person_not_found', 'nobody/data/a', { method: 'DELETE' }],
])('responds with %i %s to %s', async (status, code, path, call) => {
  await create('grace-hopper', { name: 'kept', value: 1 })
  const response = await send(path, call)
  expect([response.status, await codeOf(response)]).toEqual([status, code])
  expect(await names('grace-hopper')).toEqual(['kept'])
})
