import { expect, test } from 'vitest'
import { demo } from '../../../../../demo/platform/index.js'
import { type Call, codeOf, server, usePlatform } from '../../use-platform.js'

const visit = usePlatform()
const get = (person: string, call: Call = {}) =>
  visit.send(`${server}/v5/persons/${person}/locations`, { token: demo.serverToken, ...call })

test('the locations of a person are those of their events, newest first', async () => {
  const token = await visit.identified(demo.grace.email)
  const paris = { country: 'FR', city: 'Paris' }
  const visits = [
    paris,
    { country: 'US', region: 'NY', postal_code: 10001 },
    { country: ' ', city: ['Paris'], postal_code: '' },
    paris,
    {},
    { country: 'IT', event_time: new Date(visit.now - 60_000).toISOString() },
    { city: 'Rome' },
  ]
  const start = visit.now
  for (const data of visits) {
    visit.now += 1000
    await visit.send('/v6/events', { token, json: { event_name: 'visit', data } })
  }
  const date = (seconds: number) => new Date(start + seconds * 1000).toISOString()
  expect(await (await get('grace-hopper')).json()).toEqual([
    { country: null, region: null, city: 'Rome', postal_code: null, created_date: date(7), updated_date: date(7) },
    { country: 'FR', region: null, city: 'Paris', postal_code: null, created_date: date(1), updated_date: date(4) },
    { country: 'US', region: 'NY', city: null, postal_code: '10001', created_date: date(2), updated_date: date(2) },
    { country: 'IT', region: null, city: null, postal_code: null, created_date: date(-60), updated_date: date(-60) },
  ])
  expect(await (await get('ada-lovelace')).json()).toEqual([])
})

test.each<[number, string, string, Call]>([
  [403, 'person_not_found', 'nobody', {}],
  [403, 'person_not_found', 'grace-hopper', { token: demo.sandbox.serverToken }],
  [403, 'missing_access_token', 'grace-hopper', { token: '' }],
])('responds with %i %s for %s %j', async (status, code, person, call) => {
  const response = await get(person, call)
  expect([response.status, await codeOf(response)]).toEqual([status, code])
})
