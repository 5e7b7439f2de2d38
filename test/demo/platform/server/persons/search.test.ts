import { beforeAll, describe, expect, test } from 'vitest'
import { demo } from '../../../../../demo/platform/index.js'
import { publishProgram, saveProgram } from '../../publish-program.js'
import { codeOf, server, usePlatform } from '../../use-platform.js'

const visit = usePlatform()
const search = (query: string) => visit.send(`${server}/v5/persons${query}`, { token: demo.serverToken })
const ids = async (query: string) => (await (await search(query)).json()).map(({ id }: { id: string }) => id)

test('a person is found by each key, ignoring the case of the email address', async () => {
  for (const query of [
    'identity_key_value=Ada@Example.com',
    'email=ADA@example.com',
    `partner_user_id=${demo.ada.partner_user_id}`,
    `partner_user_id=%20${demo.ada.partner_user_id}%20`,
    `email=ada@example.com&partner_user_id=${demo.ada.partner_user_id}&colour=green`,
  ])
    expect(await ids(`?${query}`)).toEqual(['ada-lovelace'])
})

test('the person of an event is found by the brand’s own id of the event', async () => {
  const json = { event_name: 'purchase', data: { email: 'grace@example.com', partner_conversion_id: 'J:7' } }
  for (const token of [demo.serverToken, demo.sandbox.serverToken])
    await visit.send(`${server}/v6/events`, { token, json })
  expect(await ids('?partner_key=partner_conversion_id:J:7')).toEqual(['grace-hopper'])
  expect(await ids('?partner_key=partner_shipment_id:J:7')).toEqual([])
})

test('the partner keys are listed', async () => {
  for (const query of ['', '?include_campaign_ignoring_state=give-20-get-20']) {
    const keys = await (await search(`/partner-keys${query}`)).json()
    expect(keys.map(({ name }: { name: string }) => name)).toEqual([
      'partner_conversion_id',
      'partner_shipment_id',
      'partner_event_id',
    ])
  }
})

test('all criteria must match', async () => {
  expect(await ids(`?email=ada@example.com&partner_user_id=${demo.grace.partner_user_id}`)).toEqual([])
  expect(await ids('?email=nobody@example.com')).toEqual([])
})

test('the identity key depends on the client', async () => {
  await visit.rows(`update clients set identity_key = 'partner_user_id'`)
  const [found] = await (await search(`?identity_key_value=${demo.grace.partner_user_id}`)).json()
  expect(found).toMatchObject({ id: 'grace-hopper', identity_key: 'partner_user_id', identity_key_value: 'cust-1906' })
  await visit.rows(`update clients set identity_key = 'email'`)
})

test.each([
  ['invalid_parameter', ''],
  ['invalid_parameter', '?colour=green'],
  ['binding_error', '?partner_key=cust-1'],
  ['binding_error', '?partner_key=password:x'],
  ['binding_error', '?partner_key=partner_conversion_ids:x'],
  ['binding_error', '?partner_key=partner_conversion_id:'],
])('responds with 400 %s to the criteria %j', async (code, query) => {
  const response = await search(query)
  expect([response.status, await codeOf(response)]).toEqual([400, code])
})

test('the search needs a token', async () => {
  const response = await visit.send(`${server}/v5/persons?partner_key=partner_conversion_id:J:7`)
  expect([response.status, await codeOf(response)]).toEqual([403, 'missing_access_token'])
})

describe('the partner keys of a program', () => {
  const track = (data: object) =>
    visit.send(`${server}/v6/events`, {
      token: demo.serverToken,
      json: { event_name: 'booked', data: { email: 'ida@example.com', ...data } },
    })
  const keyNames = async (query = '') =>
    (await (await search(`/partner-keys${query}`)).json()).map(({ name }: { name: string }) => name)

  beforeAll(() => publishProgram(visit, { partner_keys: ['booking_id', 'loyalty_number'] }))

  test('find the person of an event, and the person has the newest value of each key', async () => {
    await track({ loyalty_number: 77, booking_id: 'B-1', partner_conversion_id: 'J:8' })
    await track({ booking_id: 'B-2' })
    visit.now += 1000
    // The newest is the one that has come last, whenever it was.
    const event_time = new Date(visit.now - 3_600_000).toISOString()
    await track({ booking_id: 'B-3', loyalty_number: ['78'], event_time })
    visit.now += 1000
    await track({ booking_id: '', loyalty_number: true })
    for (const key of ['booking_id:B-1', 'booking_id:B-3', 'loyalty_number:77']) {
      const [person, ...others] = await (await search(`?partner_key=${key}`)).json()
      expect(others).toEqual([])
      expect(person).toMatchObject({
        email: 'ida@example.com',
        partner_keys: [
          { name: 'booking_id', value: 'B-3' },
          { name: 'loyalty_number', value: '77' },
        ],
      })
      const found = await visit.send(`${server}/v5/persons/${person.id}`, { token: demo.serverToken })
      expect(await found.json()).toEqual(person)
    }
    expect(await ids('?partner_key=booking_id:B-4')).toEqual([])
    expect(await ids('?partner_key=booking_id:b-1')).toEqual([])
    // An id is a text or a number.
    expect(await ids('?partner_key=loyalty_number:true')).toEqual([])
  })

  test.each([12.5, -7, 0])('find the person of an event with the number %d', async id => {
    await track({ loyalty_number: id })
    expect(await ids(`?partner_key=loyalty_number:${id}`)).toHaveLength(1)
  })

  test('find the persons of several events, oldest person first', async () => {
    const emails = ['zoe@example.com', 'abe@example.com', 'max@example.com']
    for (const email of emails) {
      visit.now += 1000
      await track({ email, booking_id: 'B-5' })
    }
    const found: { email: string }[] = await (await search('?partner_key=booking_id:B-5')).json()
    expect(found.map(({ email }) => email)).toEqual(emails)
  })

  test('identify the steps', async () => {
    await track({ booking_id: 'B-9', loyalty_number: 'L-9' })
    const token = await visit.verified('ida@example.com')
    const steps = async (query: string) => (await visit.send(`/v4/me/steps?${query}`, { token })).json()
    const [step] = await steps('partner_event_id_value=B-9')
    expect(step.partner_event_id).toEqual({ name: 'booking_id', value: 'B-9' })
    const [sameStep] = await steps('partner_event_id_name=loyalty_number&partner_event_id_value=L-9')
    expect(sameStep.partner_event_id).toEqual({ name: 'loyalty_number', value: 'L-9' })
    const [{ id } = { id: '' }] = await (await search('?partner_key=booking_id:B-9')).json()
    const seen = await visit.send(`${server}/v5/persons/${id}/steps`, { token: demo.serverToken })
    expect((await seen.json())[0].partner_event_id).toEqual({ name: 'booking_id', value: 'B-9' })
  })

  test('replace the default keys', async () => {
    expect(await keyNames()).toEqual(['booking_id', 'loyalty_number'])
    const response = await search('?partner_key=partner_conversion_id:J:8')
    expect([response.status, await codeOf(response)]).toEqual([400, 'binding_error'])
    expect((await response.json()).message).toContain('booking_id, loyalty_number')
  })

  test('of a draft are listed on request', async () => {
    const draft = { name: 'A draft', label: 'a-draft', partner_keys: ['loyalty_number', 'ticket_id'] }
    await saveProgram(visit, JSON.stringify(draft), 'draft')
    expect(await keyNames()).toEqual(['booking_id', 'loyalty_number'])
    const query = `?include_campaign_ignoring_state=${demo.campaignId}`
    expect(await keyNames(query)).toEqual(['booking_id', 'loyalty_number', 'ticket_id'])
    expect(await keyNames('?include_campaign_ignoring_state=other')).toEqual(['booking_id', 'loyalty_number'])
  })
})
