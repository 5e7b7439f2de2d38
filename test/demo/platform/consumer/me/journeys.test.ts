import { expect, test } from 'vitest'
import { demo } from '../../../../../demo/platform/index.js'
import { publishProgram, publishSeed } from '../../publish-program.js'
import { otherSite, tokenIn, usePlatform } from '../../use-platform.js'

const visit = usePlatform()
const { send } = visit
const list = async (token: string, query = '') => (await send(`/api/v4/me/journeys${query}`, { token })).json()

test('the journey of a friend starts with the link and continues with the purchase', async () => {
  const start = visit.now
  const friend = tokenIn(await send(`/s/${demo.ada.code}?partner_share_id=s-1`))
  visit.now += 1000
  // A coupon that has not led to the advocate is not part of the journey.
  const json = { event_name: 'purchase', data: { email: 'friend@example.com', coupon_code: 'SPRING' } }
  const token = tokenIn(await send('/v6/events', { token: friend, json }))
  expect(await list(token)).toEqual([
    {
      id: expect.any(String),
      program: demo.programLabel,
      journey_name: 'Give 20, get 20',
      campaign_id: demo.campaignId,
      container: 'production',
      journey_type: 'FRIEND',
      data: {},
      created_date: new Date(start).toISOString(),
      updated_date: new Date(visit.now).toISOString(),
      entry_reason: 'share_link',
      entry_advocate_code: demo.ada.code,
      entry_share_id: 's-1',
      last_reason: 'conversion',
      last_advocate_code: demo.ada.code,
    },
  ])
})

test('a link to a page of another site begins a journey of who opens it, and of the visitor of that page', async () => {
  const token = await visit.verified(demo.ada.email)
  const json = { key: 'elsewhere', content: { url: `${otherSite}/roses` } }
  const { code } = await (await send('/v6/me/shareables', { token, json })).json()
  await send(`/s/${code}`, { cookie: await visit.identified('opener@example.com') })
  const begun = `select email from journeys join persons using (person_id) where entry->>'advocate_code' = $1 order by email nulls first`
  expect(await visit.rows(begun, [code])).toEqual([{ email: null }, { email: 'opener@example.com' }])
})

test('nobody is the friend of their own link', async () => {
  const token = await visit.verified(demo.ada.email)
  await send(`/s/${demo.ada.code}`, { cookie: token })
  expect(await list(token, '?type=FRIEND')).toEqual([])
})

test('the list can be filtered by container and type', async () => {
  const token = await visit.identified('ann@example.com')
  for (const container of ['test', 'production'])
    await send('/v6/events', { token, json: { event_name: 'share', data: { container } } })
  const containers = async (query: string) =>
    (await list(token, query)).map(({ container }: { container: string }) => container).sort()
  expect(await containers('')).toEqual(['production', 'test'])
  expect(await containers('?container=test')).toEqual(['test'])
  expect(await containers('?type=ADVOCATE')).toEqual(['production', 'test'])
  expect(await containers('?type=FRIEND')).toEqual([])
  expect(await containers('?kind=FRIEND')).toEqual(['production', 'test'])
})

test('an anonymous journey is merged into the profile', async () => {
  const known = await visit.identified('bea@example.com')
  const share = { event_name: 'share', data: {} }
  await send('/v6/events', { token: known, json: share })
  const [own] = await list(known)
  const anonymous = await visit.anonymous()
  await send('/v6/events', { token: anonymous, json: share })
  const response = await send('/v6/events', {
    token: anonymous,
    json: { event_name: 'identify', data: { email: 'bea@example.com' } },
  })
  expect((await list(tokenIn(response))).map(({ id }: { id: string }) => id)).toEqual([own.id])
})

test.each([
  ['known', 'anonymous'],
  ['anonymous', 'known'],
] as const)('two journeys that are merged keep the first entry and the newest touch: that of the %s person is older', async (first, newest) => {
  const email = `${first}-first@example.com`
  const anonymous = await visit.anonymous()
  const tokens = { anonymous, known: await visit.identified(email) }
  const share = (token: string, advocate_code: string) =>
    send('/v6/events', { token, json: { event_name: 'share', data: { advocate_code } } })
  await share(tokens[first], 'first')
  visit.now += 1000
  await share(tokens[newest], 'newest')
  const json = { event_name: 'identify', data: { email } }
  const token = tokenIn(await send('/v6/events', { token: anonymous, json }))
  expect(await list(token)).toMatchObject([
    {
      ...{ entry_shareable_id: 'first', last_shareable_id: 'newest' },
      updated_date: new Date(visit.now).toISOString(),
    },
  ])
})

test('a journey that is continued keeps the names with which it has begun', async () => {
  const token = await visit.identified('una@example.com')
  for (const name of ['Spring', 'Summer']) {
    const journeys = { advocate: { name, steps: ['invited'] } }
    await publishProgram(visit, { label: name, journeys, events: { sent: 'invited' } })
    visit.now += 1000
    await send('/v6/events', { token, json: { event_name: 'sent', data: {} } })
  }
  expect(await list(token)).toMatchObject([
    {
      ...{ program: 'Spring', journey_name: 'Spring', updated_date: new Date(visit.now).toISOString() },
      ...{ entry_reason: 'invited', last_reason: 'invited' },
    },
  ])
  await publishSeed(visit, 'give-20-get-20')
})

test('journeys of two containers stay two when their persons are merged', async () => {
  const known = await visit.identified('vera@example.com')
  await send('/v6/events', { token: known, json: { event_name: 'share', data: {} } })
  const anonymous = await visit.anonymous()
  await send('/v6/events', { token: anonymous, json: { event_name: 'share', data: { container: 'test' } } })
  const json = { event_name: 'identify', data: { email: 'vera@example.com' } }
  const token = tokenIn(await send('/v6/events', { token: anonymous, json }))
  const journeys: { container: string }[] = await list(token)
  expect(journeys.map(({ container }) => container).sort()).toEqual(['production', 'test'])
})

test('a buyer joins the audience that is eligible for rewards, with the date of the first purchase', async () => {
  const first = new Date(visit.now).toISOString()
  const audiences = async (token: string) => (await send('/api/v4/me/audience-memberships', { token })).json()
  const token = await visit.identified('buyer@example.com')
  expect(await audiences(token)).toEqual([])
  await send('/v6/events', { token, json: { event_name: 'purchase', data: {} } })
  expect(await audiences(token)).toEqual([{ audience_id: 'customers', created_date: first, updated_date: first }])
  visit.now += 1000
  await send('/v6/events', { token, json: { event_name: 'purchase', data: {} } })
  const again = new Date(visit.now).toISOString()
  expect(await audiences(token)).toEqual([{ audience_id: 'customers', created_date: first, updated_date: again }])
})

test('the audiences of a consumer are listed', async () => {
  await visit.rows(`insert into audience_memberships values ('ada-lovelace', 'vip', $1, $1)`, [new Date(visit.now)])
  const date = new Date(visit.now).toISOString()
  const response = await send('/api/v4/me/audience-memberships', { token: await visit.identified(demo.ada.email) })
  expect(await response.json()).toEqual([{ audience_id: 'vip', created_date: date, updated_date: date }])
})

test('a step of both journeys continues that of a friend, or of an advocate if nobody referred the person', async () => {
  const steps = ['conversion']
  await publishProgram(visit, {
    events: { purchase: 'conversion' },
    referral: { step: 'conversion', found_by: ['coupon_code', 'click'] },
    journeys: { advocate: { name: 'Give', steps }, friend: { name: 'Get', steps: [...steps, 'returned'] } },
  })
  const types = async (email: string, token: string) => {
    await send('/v6/events', { token, json: { event_name: 'purchase', data: { email } } })
    const journeys = await list(await visit.verified(email))
    return journeys.map(({ journey_type }: { journey_type: string }) => journey_type)
  }
  expect(await types('referred@example.com', tokenIn(await send(`/s/${demo.ada.code}`)))).toEqual(['FRIEND'])
  expect(await types('unreferred@example.com', await visit.anonymous())).toEqual(['ADVOCATE'])
  // A later step of the friend's journey, for which nobody earns anything.
  const token = await visit.verified('referred@example.com')
  await send('/v6/events', { token, json: { event_name: 'returned', data: {} } })
  expect(await list(token)).toMatchObject([
    { journey_type: 'FRIEND', last_reason: 'returned', last_advocate_code: demo.ada.code },
  ])
  // The code that has led to the advocate is part of the journey.
  const data = { email: 'couponed@example.com', coupon_code: demo.ada.code }
  await send('/v6/events', { token: await visit.anonymous(), json: { event_name: 'purchase', data } })
  expect(await list(await visit.verified('couponed@example.com'))).toMatchObject([
    { journey_type: 'FRIEND', last_advocate_code: demo.ada.code, last_coupon_code: demo.ada.code },
  ])
})
