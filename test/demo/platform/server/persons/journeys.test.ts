import { beforeAll, expect, test } from 'vitest'
import { demo } from '../../../../../demo/platform/index.js'
import { type Call, codeOf, server, usePlatform } from '../../use-platform.js'

const visit = usePlatform()
const get = (path: string, call: Call = {}) =>
  visit.send(`${server}/v5/persons/${path}`, { token: demo.serverToken, ...call })
const list = async (path: string) => (await get(path)).json()

let grace: string
beforeAll(async () => {
  grace = await visit.verified(demo.grace.email)
  // A click on Ada's link makes Grace a friend. Her own shares make her an advocate, in two containers.
  await visit.send(`/s/${demo.ada.code}`, { cookie: grace })
  for (const container of ['production', 'test']) {
    visit.now += 1000
    await visit.send('/v6/events', { token: grace, json: { event_name: 'share', data: { container } } })
  }
})

test('the journeys of a person are listed, oldest first, as the consumer sees them', async () => {
  const journeys = await list('grace-hopper/journeys')
  expect(journeys).toMatchObject([
    { journey_type: 'FRIEND', container: 'production', program: demo.programLabel, entry_advocate_code: demo.ada.code },
    { journey_type: 'ADVOCATE', container: 'production', campaign_id: demo.campaignId },
    { journey_type: 'ADVOCATE', container: 'test', created_date: new Date(visit.now).toISOString() },
  ])
  expect(await (await visit.send('/v4/me/journeys', { token: grace })).json()).toEqual(journeys)
  expect(await list('ada-lovelace/journeys')).toEqual([])
})

test('each filter reduces the list, and unknown parameters do not', async () => {
  expect(await list('grace-hopper/journeys?type=ADVOCATE')).toHaveLength(2)
  expect(await list('grace-hopper/journeys?container=test')).toHaveLength(1)
  expect(await list('grace-hopper/journeys?type=FRIEND&container=test')).toEqual([])
  expect(await list('grace-hopper/journeys?journey_id=none')).toHaveLength(3)
})

test('a journey can be read by its id, for its own person only', async () => {
  const [journey] = await list('grace-hopper/journeys')
  expect(await list(`grace-hopper/journeys/${journey.id}`)).toEqual(journey)
  const response = await get(`ada-lovelace/journeys/${journey.id}`)
  expect([response.status, await codeOf(response)]).toEqual([400, 'invalid_parameter'])
})

test.each<[number, string, string, Call]>([
  [403, 'person_not_found', 'nobody/journeys', {}],
  [403, 'person_not_found', 'nobody/journeys/none', {}],
  [403, 'person_not_found', 'grace-hopper/journeys', { token: demo.sandbox.serverToken }],
  [400, 'invalid_parameter', 'grace-hopper/journeys/none', {}],
  [403, 'missing_access_token', 'grace-hopper/journeys', { token: '' }],
])('responds with %i %s to %s %j', async (status, code, path, call) => {
  const response = await get(path, call)
  expect([response.status, await codeOf(response)]).toEqual([status, code])
})
