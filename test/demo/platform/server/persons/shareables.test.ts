import { expect, test } from 'vitest'
import { demo } from '../../../../../demo/platform/index.js'
import { type Call, codeOf, program, server, usePlatform } from '../../use-platform.js'

const visit = usePlatform()
const send = (path: string, call: Call = {}) =>
  visit.send(`${server}/v5/persons/${path}`, { token: demo.serverToken, ...call })
const json = async (path: string, call: Call = {}) => (await send(path, call)).json()
const path = 'grace-hopper/shareables'

test('the brand creates a link of a person, who can use it, and reads it by its code', async () => {
  const created = await json(path, { json: { key: 'fern', label: 'products', preferred_code_prefixes: ['fern'] } })
  expect(created).toEqual({
    code: 'fern',
    link: `${program}/s/fern`,
    key: 'fern',
    label: 'products',
    content: null,
    data: {},
  })
  expect(await json(`${path}/fern`)).toEqual(created)
  const token = await visit.identified(demo.grace.email)
  expect(await (await visit.send('/v6/me/shareables/fern', { token })).json()).toEqual(created)
  expect((await visit.send('/s/fern')).status).toBe(302)
})

test('a key that is taken returns the existing link', async () => {
  const [first, again] = [await json(path, { json: { key: 'moss' } }), await json(path, { json: { key: 'moss' } })]
  expect(again).toEqual(first)
})

test('each filter reduces the list, and unknown parameters do not', async () => {
  const keys = async (query: string) => (await json(path + query)).map(({ key }: { key: string }) => key)
  expect(await keys('')).toEqual(['fern', 'moss'])
  expect(await keys('?key=moss')).toEqual(['moss'])
  expect(await keys('?label=products')).toEqual(['fern'])
  expect(await keys('?colour=green')).toEqual(['fern', 'moss'])
})

test('an update changes the given fields, and neither the code nor the key', async () => {
  const before = await json(`${path}/fern`)
  const content = { title: 'Fern', url: 'https://shop.brand.localhost/fern' }
  const updated = await json(`${path}/fern`, { method: 'PUT', json: { content } })
  expect(updated).toEqual({ ...before, content })
  expect(await json(`${path}/fern`)).toEqual(updated)
  const label = { label: 'ferns' }
  expect(await json(`${path}/fern`, { method: 'PUT', json: label })).toEqual({ ...updated, ...label })
  expect((await visit.send('/s/fern')).headers.get('Location')).toContain(content.url)
})

test.each<[number, string, string, Call]>([
  [403, 'person_not_found', 'nobody/shareables', {}],
  [403, 'person_not_found', 'nobody/shareables', { json: {} }],
  [403, 'person_not_found', path, { token: demo.sandbox.serverToken }],
  [403, 'person_not_found', path, { token: demo.sandbox.serverToken, json: {} }],
  [403, 'shareable_not_found', `${path}/none`, {}],
  [403, 'shareable_not_found', `${path}/${demo.ada.code}`, {}],
  [403, 'shareable_not_found', `${path}/${demo.ada.code}`, { method: 'PUT', json: { label: 'mine' } }],
  [403, 'label_name_contains_illegal_character', path, { json: { key: 'two words' } }],
  [403, 'blocked_content_url', `${path}/fern`, { method: 'PUT', json: { content: { url: 'https://evil.example/' } } }],
  [400, 'binding_error', `${path}/fern`, { method: 'PUT', json: { label: 1 } }],
  [400, 'binding_error', `${path}/fern`, { method: 'PUT', json: { code: 'rose' } }],
  [
    400,
    'binding_error',
    `${path}/fern`,
    { method: 'PUT', json: { content: { link: 'https://shop.brand.localhost/fern' } } },
  ],
  [400, 'missing_request_body', `${path}/fern`, { method: 'PUT' }],
  [403, 'missing_access_token', path, { token: '' }],
])('responds with %i %s to %s %j', async (status, code, url, call) => {
  const response = await send(url, call)
  expect([response.status, await codeOf(response)]).toEqual([status, code])
})
