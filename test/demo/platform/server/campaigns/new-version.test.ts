import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { demo } from '../../../../../demo/platform/index.js'
import { hashOf } from '../../../../../demo/platform/store/id.js'
import { type Call, codeOf, server, usePlatform } from '../../use-platform.js'

const visit = usePlatform()
const path = (campaign: string = demo.campaignId) => `${server}/v2/campaigns/${campaign}/versions`
const save = (json: object, call: Call = {}) => visit.send(path(), { token: demo.serverToken, json, ...call })
const share = (title: string) => ({ creatives: [{ content: { title } }] })
const titleOf = async () => {
  const token = await visit.anonymous()
  return (await (await visit.send('/v6/zones', { token, json: { event_name: 'greeting' } })).json()).data?.title
}

beforeAll(async () => {
  await visit.rows(
    `insert into tokens (token_hash, type, client_id, identity_id, scopes, created_at)
     values ($1, 'MANAGED', $2, 'agency', '{CAMPAIGN_EDIT}', $3)`,
    [hashOf('campaign-editor'), demo.clientId, new Date(visit.now)],
  )
})

test('a draft is saved with its editor and parent, and changes nothing for consumers', async () => {
  const json = { message: 'Greet', zones: { greeting: share('Hello') }, parent_version: 1 }
  expect(await (await save(json, { token: 'campaign-editor' })).json()).toEqual({
    version: 2,
    parent_version: 1,
    editor_id: 'agency',
    message: 'Greet',
    created_date: new Date(visit.now).toISOString(),
    published_date: null,
  })
  expect(await titleOf()).toBeUndefined()
})

test('a published version is live at once, with the zones and the program that it changes', async () => {
  const program = { name: 'Spring', label: 'spring', partner_keys: ['order'] }
  const published = await (await save({ message: '', zones: { greeting: share('Hi') }, program, publish: true })).json()
  expect(published).toMatchObject({ version: 3, parent_version: null, published_date: published.created_date })
  expect(await titleOf()).toBe('Hi')
  const keys = await visit.send(`${server}/v5/persons/partner-keys`, { token: demo.serverToken })
  expect(await keys.json()).toEqual([{ name: 'order' }])
})

test.each<[number, string, object]>([
  [400, 'invalid_parameter', { message: 'Nothing' }],
  [400, 'invalid_parameter', { message: 'Nothing', publish: true }],
  [400, 'invalid_parameter', { message: '', zones: { greeting: { creatives: [{ content: 'Hello' }] } } }],
  [400, 'invalid_parameter', { message: '', program: { name: 'Spring' } }],
  [400, 'invalid_parameter', { message: '', zones: { greeting: share('') }, parent_version: 99 }],
  [400, 'invalid_zone_name', { message: '', zones: { 'two words': share('') } }],
  [400, 'binding_error', { message: '', zones: { greeting: 'Hello' } }],
  [400, 'invalid_parameter', { message: '', zones: { greeting: share('') }, parent_version: 0 }],
  // In this order: the name of a zone, its content, the parent version.
  [400, 'invalid_zone_name', { message: '', zones: { 'two words': { creatives: 1 } }, parent_version: 99 }],
  [400, 'binding_error', { zones: { greeting: share('') } }],
  [400, 'binding_error', { message: 'x'.repeat(201), zones: { greeting: share('') } }],
  [400, 'binding_error', { message: '', zones: { greeting: share('') }, published: true }],
])('is rejected with %i %s for %j', async (status, code, json) => {
  const before = await visit.rows('select 1 from campaign_versions')
  const response = await save(json)
  expect([response.status, await codeOf(response)]).toEqual([status, code])
  expect(await visit.rows('select 1 from campaign_versions')).toEqual(before)
})

test('an invalid part is named, with its first error in the message and with all of them', async () => {
  const errors = [
    'creatives[0].content: expected an object, got nothing',
    'creatives[0].when: expected an object, got 1',
  ]
  const json = { message: 'x'.repeat(200), zones: { greeting: { creatives: [{ when: 1 }] } }, parent_version: 99 }
  expect(await (await save(json)).json()).toMatchObject({
    code: 'invalid_parameter',
    parameters: { name: 'zones.greeting' },
  })
  const { message, parameters } = await (await save(json)).json()
  expect(message).toBe(`zones.greeting: ${parameters.errors[0]}`)
  expect(parameters.errors.toSorted()).toEqual(errors)
})

describe('a part that has changed since the parent version', () => {
  const program = (name: string) => ({ name, label: 'spring', partner_keys: ['order'] })
  const saved = async (json: object) => (await (await save({ message: '', ...json })).json()).version

  test.each([
    ['a zone', [{ zones: { greeting: share('Theirs') } }], { zones: { greeting: share('Mine') } }, ['zones.greeting']],
    ['the program', [{ program: program('Theirs') }], { program: program('Mine') }, ['program']],
    [
      'two parts of three',
      [{ program: program('Theirs') }, { zones: { greeting: share('Theirs') } }],
      { zones: { greeting: share('Mine'), farewell: share('Mine') }, program: program('Mine') },
      ['program', 'zones.greeting'],
    ],
  ])('is a conflict: %s', async (_, theirs, mine, changed) => {
    const parent_version = await saved({ zones: { greeting: share('One') }, program: program('One') })
    let newest = 0
    for (const part of theirs) newest = await saved({ ...part, publish: true })
    const response = await save({ message: '', ...mine, publish: true, parent_version })
    expect([response.status, await response.json()]).toEqual([
      409,
      expect.objectContaining({
        code: 'invalid_parameter',
        http_status_code: 409,
        parameters: { parent_version, newest_version: newest, changed },
      }),
    ])
    const [{ version } = {}] = await visit.rows('select max(version) as version from campaign_versions')
    expect(version).toBe(newest)
    expect((await save({ message: '', ...mine, parent_version: newest })).status).toBe(200)
  })

  test('is a conflict for a draft, too, and after a draft', async () => {
    const parent_version = await saved({ zones: { greeting: share('One') }, program: program('One') })
    await saved({ zones: { greeting: share('Theirs') }, program: program('Theirs') })
    for (const mine of [{ zones: { greeting: share('Mine') } }, { program: program('Mine') }])
      expect((await save({ message: '', ...mine, parent_version })).status).toBe(409)
  })

  test('does not concern other parts, or versions without a parent', async () => {
    const parent_version = await saved({ zones: { greeting: share('One') } })
    await saved({ zones: { greeting: share('Theirs') } })
    const other = { message: '', zones: { farewell: share('Mine') }, program: program('Mine') }
    expect((await save({ ...other, parent_version })).status).toBe(200)
    expect((await save({ message: '', zones: { greeting: share('Mine') } })).status).toBe(200)
  })
})

describe('a campaign of another client', () => {
  const json = { message: '', zones: { greeting: share('') } }
  const write = async (campaign: string, token: string, body: object = json) => {
    const response = await visit.send(path(campaign), { token, json: body })
    return response.ok ? 200 : `${response.status} ${await codeOf(response)}`
  }
  const tokenOf = async (client_id: string) =>
    (await (await visit.send(`${server}/v4/tokens`, { token: demo.serverToken, json: { client_id } })).json())
      .access_token

  test('of the same account is changed only with a token that has its client_id', async () => {
    expect(await write(demo.sandbox.campaignId, demo.serverToken)).toBe('400 invalid_campaign_id')
    expect(await write(demo.sandbox.campaignId, await tokenOf(demo.sandbox.clientId))).toBe(200)
    for (const body of [json, {}, { message: '', program: {} }])
      expect(await write(demo.campaignId, demo.sandbox.serverToken, body)).toBe('400 invalid_campaign_id')
  })

  test('of another account is never changed', async () => {
    await visit.rows(`insert into clients (client_id, account, name) values ('rival', 'rival', 'Rival')`)
    await visit.rows(`insert into programs (campaign_id, client_id) values ('rival-campaign', 'rival')`)
    for (const id of ['rival-campaign', 'none'])
      expect(await write(id, demo.serverToken)).toBe('400 invalid_campaign_id')
  })
})

test('needs a token of the backend', async () => {
  const codes = []
  for (const token of ['', await visit.anonymous()]) codes.push(await codeOf(await save({}, { token })))
  expect(codes).toEqual(['missing_access_token', 'access_denied'])
})

test('the command of the page about programs publishes a zone', async () => {
  const page = readFileSync('docs/programs.md', 'utf8')
  const [, route, token, body] = /^curl -X POST http:\/\/[^/]+(\S+versions).*?Bearer ([\w-]+)'.*?-d '(.*?)'$/ms.exec(
    page,
  )!
  const response = await visit.send(`${server}${route}`, { token: token!, json: JSON.parse(body!) })
  expect(response.status).toBe(200)
  const zone = await visit.send('/v6/zones', { token: await visit.anonymous(), json: { event_name: 'product' } })
  expect((await zone.json()).data).toEqual({ widget: 'cta', text: 'Give 20, get 20' })
})
