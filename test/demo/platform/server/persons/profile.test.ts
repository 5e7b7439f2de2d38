import { describe, expect, test } from 'vitest'
import { demo } from '../../../../../demo/platform/index.js'
import { personSchema } from '../../../../../demo/platform/server/persons/person.js'
import { type Call, codeOf, server, usePlatform } from '../../use-platform.js'

const visit = usePlatform()
const send = (path: string, call: Call = {}) => visit.send(server + path, { token: demo.serverToken, ...call })
const create = async (json: object) => (await send('/v5/persons', { json })).json()
const update = (id: string, json: object) => send(`/v5/persons/${id}`, { method: 'PUT', json })

let people = 0
const newEmail = () => `person-${++people}@example.com`

test('a person is created with the given fields and found by the id', async () => {
  const said = {
    email: 'Mary@Example.com',
    partner_user_id: 'cust-1780',
    first_name: 'Mary',
    last_name: 'Somerville',
    profile_picture_url: 'https://img.example/mary.png',
    locale: 'en-GB',
  }
  const person = await create({ ...said, first_name: ' Mary ', last_name: ' Somerville ' })
  expect(person).toEqual({
    ...said,
    id: expect.any(String),
    identity_key: 'email',
    identity_key_value: 'mary@example.com',
    email: 'mary@example.com',
    partner_keys: [],
    version: 1,
    created_date: new Date(visit.now).toISOString(),
  })
  const found = await (await send(`/v5/persons/${person.id}`)).json()
  expect(found).toEqual(person)
  expect(personSchema.parse(found)).toEqual(found)
})

test('a consumer with the same email address is that person', async () => {
  const { id } = await create({ email: 'sonya@example.com', first_name: 'Sonya' })
  const me = await visit.send('/api/v4/me', { token: await visit.verified('sonya@example.com') })
  expect(await me.json()).toMatchObject({ id, first_name: 'Sonya' })
})

test('an id is stored without blanks, and may be a number, in a call and in an event', async () => {
  for (const partner_user_id of [' 181500 ', 181500]) {
    const { id, identity_key_value } = await create({ partner_user_id })
    expect(identity_key_value).toBeNull()
    for (const given of ['181500', ' 181500', 181500]) {
      const event = await send('/v6/events', { json: { event_name: 'seen', data: { partner_user_id: given } } })
      expect((await event.json()).person_id).toBe(id)
      expect(await (await send(`/v5/persons?partner_user_id=${given}`)).json()).toMatchObject([{ id }])
    }
    await update(id, { partner_user_id: `was ${typeof partner_user_id}` })
  }
})

test('a name that a profile cannot have is left out of an event', async () => {
  const email = newEmail()
  const data = { email, first_name: 'x'.repeat(51), last_name: 'y'.repeat(50) }
  await send('/v6/events', { json: { event_name: 'seen', data } })
  const [person] = await (await send(`/v5/persons?email=${email}`)).json()
  expect(person).toMatchObject({ first_name: null, last_name: data.last_name })
})

describe('an update', () => {
  test('changes only the given fields, increases the version, and is visible to the consumer', async () => {
    const email = newEmail()
    const { id } = await create({ email, first_name: 'Mary', last_name: 'Fairfax' })
    const updated = await (await update(id, { last_name: 'Somerville' })).json()
    expect(updated).toMatchObject({ first_name: 'Mary', last_name: 'Somerville', version: 2 })
    const me = await visit.send('/api/v4/me', { token: await visit.verified(email) })
    expect(await me.json()).toMatchObject({ last_name: 'Somerville' })
  })

  test('can change the identity key', async () => {
    const { id } = await create({ email: newEmail() })
    const email = newEmail()
    expect(await (await update(id, { identity_key_value: email })).json()).toMatchObject({
      id,
      email,
      identity_key_value: email,
    })
    const [wins, loses] = [newEmail(), newEmail()]
    expect(await (await update(id, { email: loses, identity_key_value: wins })).json()).toMatchObject({ email: wins })
  })

  test('can change the identity key of a client that knows people by their customer number', async () => {
    const { id } = await create({ email: newEmail() })
    const setKey = (key: string) =>
      visit.rows('update clients set identity_key = $2 where client_id = $1', [demo.clientId, key])
    await setKey('partner_user_id')
    const updated = await (await update(id, { identity_key_value: 4711 })).json()
    await setKey('email')
    expect(updated).toMatchObject({ identity_key_value: '4711', partner_user_id: '4711' })
  })

  test('can have values of the greatest length', async () => {
    const { id } = await create({ email: newEmail() })
    const longest = {
      email: `${'x'.repeat(188)}@example.com`,
      ...{ first_name: 'x'.repeat(50), last_name: 'y'.repeat(50), partner_user_id: 'z'.repeat(200) },
      profile_picture_url: picture,
    }
    expect((await update(id, longest)).status).toBe(200)
  })

  test('without changes does not increase the version', async () => {
    const { id } = await create({ email: newEmail(), first_name: 'Mary' })
    expect(await (await update(id, { first_name: 'Mary' })).json()).toMatchObject({ version: 1 })
    expect(await (await update(id, {})).json()).toMatchObject({ version: 1 })
  })

  test('can contain the person’s own keys', async () => {
    const email = newEmail()
    const { id } = await create({ email })
    expect((await update(id, { email, partner_user_id: `cust-${email}` })).status).toBe(200)
  })
})

/** As long as an address can be. */
const picture = `https://img.example/${'x'.repeat(1980)}`

const noPicture = { profile_picture_url: 'picture' }
const noNames = { email: 'new@example.com', first_name: '', last_name: '', ...noPicture }

const errorResponses: [number, string, object][] = [
  [400, 'invalid_person_email', { email: 'nonsense' }],
  [400, 'invalid_person_email', { email: `${'x'.repeat(189)}@example.com` }],
  [400, 'person_email_already_defined', { email: demo.ada.email }],
  [400, 'person_email_already_defined', { identity_key_value: 'ADA@example.com' }],
  [400, 'partner_user_id_already_defined', { partner_user_id: demo.ada.partner_user_id }],
  [400, 'partner_user_id_invalid_length', { partner_user_id: '' }],
  [400, 'partner_user_id_invalid_length', { partner_user_id: '  ' }],
  [400, 'partner_user_id_already_defined', { partner_user_id: ` ${demo.ada.partner_user_id} ` }],
  [400, 'invalid_length_first_name', { email: 'new@example.com', first_name: ' ' }],
  [400, 'invalid_length_first_name', { email: 'new@example.com', first_name: 'x'.repeat(51) }],
  [400, 'invalid_length_last_name', { email: 'new@example.com', last_name: '' }],
  [400, 'invalid_length_last_name', { email: 'new@example.com', last_name: 'x'.repeat(51) }],
  [400, 'partner_user_id_invalid_length', { partner_user_id: 'x'.repeat(201) }],
  [400, 'invalid_profile_picture_url', { email: 'new@example.com', profile_picture_url: `${picture}/` }],
  [400, 'invalid_profile_picture_url', { email: 'new@example.com', profile_picture_url: 'javascript:alert(1)' }],
  // Of several, the first one is reported. A key of somebody else comes last.
  [400, 'invalid_person_email', { ...noNames, email: 'nonsense', partner_user_id: '' }],
  [400, 'partner_user_id_invalid_length', { partner_user_id: '', ...noNames }],
  [400, 'invalid_length_first_name', noNames],
  [400, 'invalid_length_last_name', { ...noNames, first_name: 'x' }],
  [400, 'invalid_profile_picture_url', { email: demo.ada.email, ...noPicture }],
  [400, 'binding_error', { email: 1 }],
  [400, 'binding_error', { email: 'new@example.com', locale: '!' }],
]

test.each(
  errorResponses,
)('responds with %i %s to %j, and no person is created or changed', async (status, code, json) => {
  const before = await visit.rows('select * from persons')
  for (const response of [await send('/v5/persons', { json }), await update('grace-hopper', json)])
    expect([response.status, await codeOf(response)]).toEqual([status, code])
  expect(await visit.rows('select * from persons')).toEqual(before)
})

test.each<[number, string, string, Call]>([
  [400, 'invalid_parameter', '/v5/persons', { json: { first_name: 'Nobody' } }],
  [400, 'missing_request_body', '/v5/persons', { method: 'POST' }],
  [400, 'invalid_json', '/v5/persons', { text: '{', headers: { 'Content-Type': 'application/json' } }],
  [415, 'unsupported_media_type', '/v5/persons', { form: { email: 'new@example.com' } }],
  [403, 'person_not_found', '/v5/persons/nobody', {}],
  [403, 'person_not_found', '/v5/persons/nobody', { method: 'PUT', json: { first_name: 'Nobody' } }],
  [400, 'missing_request_body', '/v5/persons/grace-hopper', { method: 'PUT' }],
  [405, 'method_not_allowed', '/v5/persons/grace-hopper', { method: 'DELETE' }],
])('responds with %i %s to %s', async (status, code, path, call) => {
  const response = await send(path, call)
  expect([response.status, await codeOf(response)]).toEqual([status, code])
})
