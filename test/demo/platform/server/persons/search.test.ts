import { expect, test } from 'vitest'
import { demo } from '../../../../../demo/platform/index.js'
import { codeOf, server, usePlatform } from '../../use-platform.js'

const visit = usePlatform()
const search = (query: string) => visit.send(`${server}/v5/persons${query}`, { token: demo.serverToken })
const ids = async (query: string) => (await (await search(query)).json()).map(({ id }: { id: string }) => id)

test('a person is found by each key, ignoring the case of the email address', async () => {
  for (const query of [
    'identity_key_value=Ada@Example.com',
    'email=ADA@example.com',
    `partner_user_id=${demo.ada.partner_user_id}`,
    `email=ada@example.com&partner_user_id=${demo.ada.partner_user_id}&colour=green`,
  ])
    expect(await ids(`?${query}`)).toEqual(['ada-lovelace'])
})

test('the person of an event is found by the brand’s own id of the event', async () => {
  const json = { event_name: 'purchase', data: { email: 'grace@example.com', partner_conversion_id: 'J:7' } }
  await visit.send(`${server}/v6/events`, { token: demo.serverToken, json })
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
])('responds with 400 %s to the criteria %j', async (code, query) => {
  const response = await search(query)
  expect([response.status, await codeOf(response)]).toEqual([400, code])
})
