import { expect, test } from 'vitest'
import { LIST_PAGE } from '../../../../../demo/platform/http/list-response.js'
import { demo } from '../../../../../demo/platform/index.js'
import { publishProgram, publishSeed } from '../../publish-program.js'
import { codeOf, tokenIn, usePlatform } from '../../use-platform.js'

const visit = usePlatform()
const { send } = visit
const list = async (token: string, query = '') => (await send(`/api/v4/me/steps${query}`, { token })).json()
const names = async (token: string, query = '') =>
  (await list(token, query)).map(({ step_name }: { step_name: string }) => step_name)
const event = (token: string, event_name: string, data: object = {}) =>
  send('/v6/events', { token, json: { event_name, data } })

test('the steps of a consumer are their events, newest first', async () => {
  const token = await visit.verified('ann@example.com')
  await event(token, 'visited')
  await event(token, 'purchase', { cart_value: 49.5, partner_event_id: 'o-1', container: 'test' })
  const [bought, visited] = await list(token)
  expect(bought).toEqual({
    step_name: 'conversion',
    event_id: expect.any(String),
    event_date: new Date(visit.now).toISOString(),
    campaign_id: demo.campaignId,
    program_name: 'Give 20, get 20',
    program_label: demo.programLabel,
    container: 'test',
    quality: 'HIGH',
    value: '49.5',
    partner_event_id: { name: 'partner_event_id', value: 'o-1' },
    journey_name: null,
    data: { cart_value: 49.5, partner_event_id: 'o-1', container: 'test' },
  })
  expect(visited).toMatchObject({ step_name: 'visited', container: 'production', partner_event_id: null })
  // The newest is the one that was recorded last, whenever it was.
  await event(token, 'imported', { event_time: '2026-01-01T00:00:00Z' })
  expect(await names(token)).toEqual(['imported', 'conversion', 'visited'])
})

test('each filter reduces the list, and unknown parameters do not', async () => {
  const token = await visit.verified('bea@example.com')
  await event(token, 'visited')
  await event(token, 'purchase', { partner_conversion_id: 'c-1' })
  const both = ['conversion', 'visited']
  expect(await names(token, '?step_name=visited')).toEqual(['visited'])
  expect(await names(token, '?partner_event_id_name=partner_conversion_id&partner_event_id_value=c-1')).toEqual([
    'conversion',
  ])
  expect(await names(token, '?partner_event_id_value=c-2')).toEqual([])
  expect(await names(token, '?partner_event_id_name=partner_shipment_id&partner_event_id_value=c-1')).toEqual([])
  for (const [name, value] of [
    ['campaign_id', demo.campaignId],
    ['program_label', demo.programLabel],
    ['quality', 'HIGH'],
  ]) {
    expect(await names(token, `?${name}=${value}`)).toEqual(both)
    expect(await names(token, `?${name}=other`)).toEqual([])
  }
  expect(await names(token, '?step=visited')).toEqual(both)
})

test('an identified consumer sees neither event data nor values nor rewards', async () => {
  const friend = tokenIn(await send(`/s/${demo.ada.code}`))
  await event(friend, 'purchase', { email: 'friend@example.com' })
  const ada = await visit.verified(demo.ada.email)
  await event(ada, 'visited', { last_name: 'Lovelace', partner_event_id: 'order-7', cart_value: 30 })
  expect(await names(ada)).toEqual(['visited', 'reward_earned'])
  expect(await list(ada, '?step_name=reward_earned')).toMatchObject([{ quality: 'HIGH', value: '20' }])
  expect(await list(ada, '?step_name=visited')).toMatchObject([{ value: '30' }])
  const seen: Record<string, unknown>[] = await list(await visit.identified(demo.ada.email))
  expect(seen).toMatchObject([{ step_name: 'visited', value: null, partner_event_id: null }])
  expect(seen[0]!.data).toEqual({})
})

test('an identified consumer does not find steps by the ids that they do not see', async () => {
  const email = 'eve@example.com'
  await event(await visit.verified(email), 'purchase', { partner_conversion_id: 'c-9' })
  const identified = await visit.identified(email)
  expect(await names(identified)).toEqual(['conversion'])
  for (const query of ['?partner_event_id_name=partner_conversion_id', '?partner_event_id_value=c-9'])
    expect(await names(identified, query)).toEqual([])
  expect(await names(await visit.verified(email), '?partner_event_id_value=c-9')).toEqual(['conversion'])
})

test('an advocate does not see the data of a friend’s purchase', async () => {
  const friend = tokenIn(await send(`/s/${demo.ada.code}`))
  await event(friend, 'purchase', { email: 'secret@example.com' })
  expect(JSON.stringify(await list(await visit.verified(demo.ada.email)))).not.toContain('secret@')
})

test('the steps of an advocate and a friend have the names of their journeys', async () => {
  await publishSeed(visit, 'two-sided')
  await event(await visit.verified(demo.ada.email), 'purchase', { cart_value: 50 })
  const ada = await visit.verified(demo.ada.email)
  await event(ada, 'share', { advocate_code: demo.ada.code })
  const friend = tokenIn(await send(`/s/${demo.ada.code}`))
  await event(friend, 'purchase', { email: 'named@example.com', cart_value: 50 })
  const namesOf = async (token: string, query: string) =>
    (await list(token, query)).map((step: Record<string, string>) => [
      step.step_name,
      step.program_name,
      step.program_label,
      step.journey_name,
    ])
  const program = ['Give 15, get 25', 'two-sided-referral']
  expect(await namesOf(ada, '?program_label=two-sided-referral')).toEqual([
    ['reward_earned', ...program, 'Get 25'],
    ['share', ...program, 'Get 25'],
    ['conversion', ...program, null],
  ])
  expect(await namesOf(await visit.verified('named@example.com'), '')).toEqual([
    ['reward_earned', ...program, 'Give 15'],
    ['conversion', ...program, 'Give 15'],
  ])
})

test('a step keeps the names of the program that applied to it', async () => {
  const token = await visit.identified('kim@example.com')
  await publishProgram(visit, { name: 'Spring', label: 'spring' })
  await event(token, 'visited')
  await publishProgram(visit, { name: 'Summer', label: 'summer' })
  await event(token, 'visited')
  expect(await list(token)).toMatchObject([{ program_name: 'Summer' }, { program_name: 'Spring' }])
  expect(await list(token, '?program_label=spring')).toMatchObject([{ program_label: 'spring' }])
})

test('a long list has each step once, newest first', async () => {
  const token = await visit.verified('long@example.com')
  await event(token, 'visited')
  await visit.rows(
    `insert into steps (step_id, person_id, event_id, step_name, campaign_id, program_name, program_label, data, event_date)
     select 'long-' || n, person_id, event_id, 'step-' || n, campaign_id, program_name, program_label, '{}', event_date
     from steps join persons using (person_id), generate_series(1, $1::int) n where email = 'long@example.com' order by n`,
    [LIST_PAGE + 1],
  )
  const added = Array.from({ length: LIST_PAGE + 1 }, (_, index) => `step-${index + 1}`)
  expect(await names(token)).toEqual([...added.reverse(), 'visited'])
})

test('the list needs a token', async () => {
  const response = await send('/api/v4/me/steps')
  expect([response.status, await codeOf(response)]).toEqual([403, 'missing_access_token'])
})
