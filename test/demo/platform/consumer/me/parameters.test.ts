import { describe, expect, test } from 'vitest'
import { demo } from '../../../../../demo/platform/index.js'
import { codeOf, countStatements, server, usePlatform } from '../../use-platform.js'

const visit = usePlatform()
const { send } = visit
const path = '/api/v4/me/parameters'
const all = async (token: string) => (await send(path, { token })).json()
const succeeded = { polling_id: expect.any(String), status: 'SUCCEEDED' }

test('an update sets the given parameters and keeps the others', async () => {
  const token = await visit.verified('ann@example.com')
  const first = { parameters: { size: 'M', plants: ['rose', 'pink'], balcony: false, pots: 0, note: '' } }
  expect(await (await send(path, { token, json: first })).json()).toEqual(succeeded)
  await send(path, { token, json: { parameters: { size: 'L' } } })
  expect(await all(token)).toEqual({ ...first.parameters, size: 'L' })
})

test('thousands of parameters are set by a few statements', async () => {
  const token = await visit.verified('abby@example.com')
  const parameters = Object.fromEntries(Array.from({ length: 2000 }, (_, index) => [`p${index}`, index]))
  const count = countStatements(visit)
  expect((await send(path, { token, json: { parameters } })).status).toBe(200)
  expect(count.statements).toBeLessThan(10)
  expect(await all(token)).toEqual(parameters)
})

test('the maximum length of a text does not count its JSON encoding', async () => {
  const token = await visit.verified('abe@example.com')
  const value = '"'.repeat(2000)
  expect(await (await send(`${path}/quotes`, { method: 'PUT', token, json: { value } })).json()).toEqual(succeeded)
})

test('one parameter can be set by its name', async () => {
  const token = await visit.verified('bea@example.com')
  expect(await (await send(`${path}/size`, { method: 'PUT', token, json: { value: 42 } })).json()).toEqual(succeeded)
  expect(await all(token)).toEqual({ size: 42 })
})

test('parameters can be set with a form', async () => {
  const token = await visit.verified('cat@example.com')
  await send(path, { token, form: { size: 'M', type: 'PUBLIC' } })
  await send(`${path}/colour`, { method: 'PUT', token, form: { value: 'green', type: 'CLIENT' } })
  expect(await all(token)).toEqual({ size: 'M', colour: 'green' })
  const types = `select name, type from parameters join persons using (person_id) where email = 'cat@example.com' order by name`
  expect(await visit.rows(types)).toEqual([
    { name: 'colour', type: 'CLIENT' },
    { name: 'size', type: 'PUBLIC' },
  ])
})

test('a parameter keeps its type if the request has none, and a new one is PRIVATE', async () => {
  const token = await visit.verified('eve@example.com')
  const put = (json: object) => send(`${path}/city`, { method: 'PUT', token, json })
  const typeOf = async () => (await visit.rows(`select type from parameters where name = 'city'`))[0]!.type
  await put({ value: 'Rome' })
  expect(await typeOf()).toBe('PRIVATE')
  await put({ value: 'Rome', type: 'PUBLIC' })
  await put({ value: 'Oslo' })
  await send(path, { token, json: { parameters: { city: 'Bern' } } })
  expect(await typeOf()).toBe('PUBLIC')
})

test('a parameter that the backend has stored as CLIENT is changed by the backend only', async () => {
  const token = await visit.verified('fay@example.com')
  const [{ person_id }] = (await visit.rows<{ person_id: string }>('select person_id from persons where email = $1', [
    'fay@example.com',
  ])) as [{ person_id: string }]
  const byBackend = (method: string, json: object) =>
    send(`${server}/v5/persons/${person_id}/data${method === 'PUT' ? '/tier' : ''}`, {
      ...{ method, json, token: demo.serverToken },
    })
  await byBackend('POST', { name: 'tier', value: 'gold', type: 'CLIENT' })
  for (const response of [
    await send(`${path}/tier`, { method: 'PUT', token, json: { value: 'platinum' } }),
    await send(`${path}/tier`, { method: 'PUT', token, json: { value: 'platinum', type: 'PUBLIC' } }),
    await send(path, { token, json: { parameters: { size: 'M', tier: 'platinum' } } }),
  ])
    expect([response.status, await codeOf(response)]).toEqual([400, 'read_only_name'])
  expect(await all(token)).toEqual({ tier: 'gold' })
  expect((await byBackend('PUT', { value: 'silver', type: 'PRIVATE' })).status).toBe(200)
  await send(`${path}/tier`, { method: 'PUT', token, json: { value: 'bronze' } })
  expect(await all(token)).toEqual({ tier: 'bronze' })
  // The last one who has stored it counts.
  expect((await byBackend('PUT', { value: 'gold', type: 'CLIENT' })).status).toBe(200)
  expect(await codeOf(await send(`${path}/tier`, { method: 'PUT', token, json: { value: 'iron' } }))).toBe(
    'read_only_name',
  )
})

test('a consumer changes their own parameter of type CLIENT', async () => {
  const token = await visit.verified('gia@example.com')
  const put = (value: string) => send(`${path}/nick`, { method: 'PUT', token, json: { value, type: 'CLIENT' } })
  expect([(await put('Gi')).status, (await put('Gia')).status]).toEqual([200, 200])
  expect(await all(token)).toEqual({ nick: 'Gia' })
  // It is the backend's when that has stored it.
  const [person] = await visit.rows(`select person_id from persons where email = 'gia@example.com'`)
  const call = { method: 'PUT', token: demo.serverToken, json: { value: 'G', type: 'CLIENT' } }
  expect((await send(`${server}/v5/persons/${person!.person_id}/data/nick`, call)).status).toBe(200)
  expect(await codeOf(await put('Gigi'))).toBe('read_only_name')
})

test('all parameters are listed, however many there are', async () => {
  const token = await visit.verified('lil@example.com')
  await visit.rows(
    `insert into parameters (person_id, name, value, type, updated_at)
     select person_id, 'p' || n, 'true', 'PRIVATE', now() from persons, generate_series(1, 1001) n where email = 'lil@example.com'`,
  )
  expect(Object.keys(await all(token))).toHaveLength(1001)
})

describe('an invalid parameter', () => {
  const long = 'x'.repeat(2001)
  test.each<[number, string, object]>([
    ...[
      ...['id', 'person_id', 'email', 'partner_user_id', 'first_name', 'last_name', 'profile_picture_url', 'locale'],
      ...['cookie_consent', 'cookie_consent_type', 'processing_consent', 'processing_consent_type'],
    ].map((name): [number, string, object] => [400, 'read_only_name', { parameters: { [name]: 'x' } }]),
    // The name is looked at first.
    [400, 'read_only_name', { parameters: { email: null } }],
    [403, 'invalid_name', { parameters: { 'a b': 1 } }],
    [403, 'invalid_name', { parameters: { '': 1 } }],
    [403, 'client_params_name_length_out_of_range', { parameters: { '': 1 }, type: 'CLIENT' }],
    [403, 'invalid_name', { parameters: { 'a:b': 1 } }],
    [403, 'invalid_name', { parameters: { ['x'.repeat(201)]: 1 } }],
    [403, 'invalid_value', { parameters: { a: null } }],
    [403, 'invalid_value', { parameters: { a: long } }],
    [403, 'client_params_name_length_out_of_range', { parameters: { ['x'.repeat(201)]: 1 }, type: 'CLIENT' }],
    [403, 'client_params_value_length_out_of_range', { parameters: { a: long }, type: 'CLIENT' }],
  ])('is rejected with %i %s, and no other parameter is set', async (status, code, json) => {
    const token = await visit.verified('dan@example.com')
    const { parameters } = json as { parameters: object }
    const response = await send(path, { token, json: { ...json, parameters: { first: 1, ...parameters } } })
    expect([response.status, await codeOf(response)]).toEqual([status, code])
    expect(await all(token)).toEqual({})
  })

  test('is one character longer than the longest valid one', async () => {
    const token = await visit.verified('dora@example.com')
    const parameters = { ['x'.repeat(200)]: long.slice(1) }
    expect((await send(path, { token, json: { parameters } })).status).toBe(200)
    expect(await all(token)).toEqual(parameters)
  })

  test('of an unknown type is rejected with 400 binding_error', async () => {
    const token = await visit.verified('dan@example.com')
    expect(await codeOf(await send(path, { token, json: { parameters: {}, type: 'SECRET' } }))).toBe('binding_error')
  })
})
